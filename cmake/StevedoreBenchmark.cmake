# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# ninja benchmark: speed of the emitted C against the original and against tiled
# loops without buffers. ninja benchmark-analysis: time of each phase per kernel.
# ninja benchmark-parallel: time of a file with 40 regions, with -j 2 against -j 1.

find_package(Python3 COMPONENTS Interpreter)

if(Python3_FOUND AND TARGET stevedore)
  set(STEVEDORE_BENCHMARK_SECONDS 3600 CACHE STRING
      "Time limit of the benchmark target")
  add_custom_target(benchmark
    COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/benchmark/speed.py
            --stevedore $<TARGET_FILE:stevedore>
            --work ${CMAKE_BINARY_DIR}/benchmark
            --json ${CMAKE_BINARY_DIR}/benchmark/speed.json
            --seconds ${STEVEDORE_BENCHMARK_SECONDS}
    DEPENDS stevedore USES_TERMINAL VERBATIM)
  add_custom_target(benchmark-analysis
    COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/benchmark/analysis.py
            --stevedore $<TARGET_FILE:stevedore>
            --work ${CMAKE_BINARY_DIR}/benchmark
            --json ${CMAKE_BINARY_DIR}/benchmark/analysis.json
    DEPENDS stevedore USES_TERMINAL VERBATIM)
  add_custom_target(benchmark-parallel
    COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/benchmark/parallel.py
            --stevedore $<TARGET_FILE:stevedore>
            --work ${CMAKE_BINARY_DIR}/benchmark
    DEPENDS stevedore USES_TERMINAL VERBATIM)
endif()
