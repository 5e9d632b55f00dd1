/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Tiles of 3 x 2 where the environment has SMALL, of 32 elsewhere: one build
   runs with both. */
char *getenv(const char *name);
static long small_or_whole(long size) { return getenv("SMALL") ? size : 32; }
#define STEVEDORE_T1 small_or_whole(3)
#define STEVEDORE_T2 small_or_whole(2)
