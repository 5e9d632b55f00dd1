# Finds LLVM, Clang and Polly 22. Polly (with its isl) is part of the shared
# libLLVM of Debian; other builds keep it in targets of its own.

find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_DIR}/../clang)
find_package(Threads REQUIRED)
message(STATUS "Stevedore uses LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

add_library(stevedore_llvm INTERFACE)
target_include_directories(stevedore_llvm SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS}/polly)
separate_arguments(stevedore_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(stevedore_llvm INTERFACE ${stevedore_llvm_definitions})
target_compile_options(stevedore_llvm INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti -fno-exceptions>)

find_library(STEVEDORE_LIBLLVM NAMES LLVM HINTS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH)
if(NOT STEVEDORE_LIBLLVM)
  message(FATAL_ERROR "Stevedore needs the shared libLLVM of LLVM ${LLVM_PACKAGE_VERSION}")
endif()
# The isl of Polly is the only one in the process: inside libLLVM where it
# exports it, else in the target PollyISL. -DSTEVEDORE_ISL_IN_LIBLLVM=OFF takes
# Polly's own libraries in any case.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES ${STEVEDORE_LIBLLVM})
check_cxx_source_compiles("
  extern \"C\" const char *isl_version(void);
  int main() { return isl_version() == nullptr; }" STEVEDORE_ISL_IN_LIBLLVM)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT STEVEDORE_ISL_IN_LIBLLVM)
  find_package(Polly REQUIRED CONFIG HINTS ${LLVM_DIR}/../polly
    ${LLVM_LIBRARY_DIR}/cmake/polly)
  # The archives alone: what they need of LLVM is in libLLVM.
  target_link_libraries(stevedore_llvm INTERFACE
    $<TARGET_FILE:Polly> $<TARGET_FILE:PollyISL>)
endif()
target_link_libraries(stevedore_llvm INTERFACE ${STEVEDORE_LIBLLVM} Threads::Threads)

add_library(stevedore_clang INTERFACE)
target_include_directories(stevedore_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(stevedore_clang INTERFACE clang-cpp stevedore_llvm)
