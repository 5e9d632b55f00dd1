# stevedore_room(NAME [FOLDERS folder...] [LINK_LIBS lib...]): the static library
# of one room, made of every .cpp file of the calling directory and of these
# folders in it. Libraries that are no rooms
# (stevedore_clang) are not installed; StevedoreConfig.cmake makes them anew.
function(stevedore_room NAME)
  cmake_parse_arguments(ARG "" "" "FOLDERS;LINK_LIBS" ${ARGN})
  set(patterns *.cpp)
  foreach(folder ${ARG_FOLDERS})
    list(APPEND patterns ${folder}/*.cpp)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    return()
  endif()
  add_library(${NAME} STATIC ${sources})
  target_include_directories(${NAME} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_FOLDERS)
    target_include_directories(${NAME} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  foreach(library stevedore_llvm ${ARG_LINK_LIBS})
    if(library MATCHES "^Stevedore")
      target_link_libraries(${NAME} PUBLIC ${library})
    else()
      target_link_libraries(${NAME} PUBLIC
        $<BUILD_INTERFACE:${library}> $<INSTALL_INTERFACE:Stevedore::${library}>)
    endif()
  endforeach()
  stevedore_warnings(${NAME})
  stevedore_precompile(${NAME})
  stevedore_unite(${NAME})
  set_property(GLOBAL APPEND PROPERTY STEVEDORE_ROOMS ${NAME})
endfunction()

# Headers that nearly every file of NAME, a room or a tool, includes are parsed
# once, in the first room that includes them. A compiler cache does as much, and
# cannot keep files that are compiled so.
option(STEVEDORE_PRECOMPILE "Precompile headers of LLVM, Clang and isl" ON)
function(stevedore_precompile NAME)
  if(NOT STEVEDORE_PRECOMPILE OR CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  get_target_property(libraries ${NAME} LINK_LIBRARIES)
  if(libraries MATCHES "stevedore_clang")
    set(first StevedoreFrontendClang)
    set(headers <clang/AST/ASTContext.h> <clang/AST/ExprCXX.h>
      <clang/AST/StmtCXX.h> <clang/Lex/Preprocessor.h>
      <isl/isl-noexceptions.h>)
  else()
    set(first StevedoreSupport)
    set(headers <isl/isl-noexceptions.h> <llvm/ADT/STLExtras.h>
      <llvm/Support/raw_ostream.h>)
  endif()
  if(NAME STREQUAL first)
    target_precompile_headers(${NAME} PRIVATE ${headers})
  else()
    target_precompile_headers(${NAME} REUSE_FROM ${first})
  endif()
endfunction()

# Files of the room NAME are compiled together, several at a time: from nothing
# that takes a fifth of the time. Whoever edits one file at a time may want
# -DSTEVEDORE_UNITY=OFF.
option(STEVEDORE_UNITY "Compile the files of a room together" ON)
function(stevedore_unite NAME)
  set_target_properties(${NAME} PROPERTIES
    UNITY_BUILD ${STEVEDORE_UNITY} UNITY_BUILD_BATCH_SIZE 12)
endfunction()

function(stevedore_warnings NAME)
  target_compile_options(${NAME} PRIVATE -Wall -Wextra -Wno-unused-parameter
    $<$<CXX_COMPILER_ID:GNU>:-Wno-redundant-move>
    # libstdc++ 12 has deprecated what its stable_sort uses.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
  if(STEVEDORE_WERROR)
    target_compile_options(${NAME} PRIVATE -Werror)
  endif()
  if(STEVEDORE_ENABLE_ASSERTIONS)
    target_compile_options(${NAME} PRIVATE -UNDEBUG)
  endif()
endfunction()

# stevedore_tool(NAME LINK_LIBS lib...): one executable in build/bin.
function(stevedore_tool NAME)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${NAME} ${sources})
  target_include_directories(${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK_LIBS} stevedore_llvm)
  # As the rooms are compiled, whose precompiled headers are for code like it.
  set_target_properties(${NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${NAME} PRIVATE -fPIC)
  stevedore_warnings(${NAME})
  stevedore_precompile(${NAME})
  set_property(GLOBAL APPEND PROPERTY STEVEDORE_TOOLS ${NAME})
endfunction()
