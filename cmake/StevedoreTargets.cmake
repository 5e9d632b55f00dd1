# stevedore_room(NAME [LINK_LIBS lib...]): the static library of one room, made
# of every .cpp file of the calling directory. Libraries that are no rooms
# (stevedore_clang) are not installed; StevedoreConfig.cmake makes them anew.
function(stevedore_room NAME)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(${NAME} STATIC ${sources})
  target_include_directories(${NAME} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(library stevedore_llvm ${ARG_LINK_LIBS})
    if(library MATCHES "^Stevedore")
      target_link_libraries(${NAME} PUBLIC ${library})
    else()
      target_link_libraries(${NAME} PUBLIC
        $<BUILD_INTERFACE:${library}> $<INSTALL_INTERFACE:Stevedore::${library}>)
    endif()
  endforeach()
  stevedore_warnings(${NAME})
  set_property(GLOBAL APPEND PROPERTY STEVEDORE_ROOMS ${NAME})
endfunction()

function(stevedore_warnings NAME)
  target_compile_options(${NAME} PRIVATE -Wall -Wextra -Wno-unused-parameter
    $<$<CXX_COMPILER_ID:GNU>:-Wno-redundant-move>)
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
  stevedore_warnings(${NAME})
  set_property(GLOBAL APPEND PROPERTY STEVEDORE_TOOLS ${NAME})
endfunction()
