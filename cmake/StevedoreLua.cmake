# Finds Lua 5.4, which transformation scripts are written in.
find_path(STEVEDORE_LUA_INCLUDE lua.hpp PATH_SUFFIXES lua5.4 lua54 lua)
find_library(STEVEDORE_LUA_LIBRARY NAMES lua5.4 lua54 lua-5.4 lua)
if(NOT STEVEDORE_LUA_INCLUDE OR NOT STEVEDORE_LUA_LIBRARY)
  message(FATAL_ERROR "Stevedore needs Lua 5.4 (Debian: liblua5.4-dev)")
endif()
add_library(stevedore_lua INTERFACE)
target_include_directories(stevedore_lua SYSTEM INTERFACE ${STEVEDORE_LUA_INCLUDE})
target_link_libraries(stevedore_lua INTERFACE ${STEVEDORE_LUA_LIBRARY})
