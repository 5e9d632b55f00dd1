/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A transfer engine with a clock, for one rewritten file. Copies take time, and
   go on while the program computes:
     clang -O1 -fsanitize-coverage=func,trace-loads,trace-stores \
         -include engine.h rewritten.c
   Each access of memory that the compiler leaves in the program takes
   ENGINE_ACCESS cycles; with other compilers the program says itself that it
   computes, by engine_compute(cycles). The environment sets

     ENGINE_LATENCY          cycles before the first byte of a transfer (0)
     ENGINE_BYTES_PER_CYCLE  need not be an integer (1)
     ENGINE_CHANNELS         1: copies are done in the order in which they are
                             started; 2: one channel for gets, one for puts (1)
     ENGINE_ACCESS           cycles of an access (1)

   Bytes arrive when a transfer ends and not before. What it took is said on
   standard error at the end. With ENGINE_EXTERN the functions are elsewhere, as
   in systemc.cpp. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* rows runs of bytes each, in planes of these; distances are in bytes. */
struct engine_box {
  size_t bytes;
  long rows, planes;
};
struct engine_side {
  char *first;
  long pitch, plane;
};

enum engine_direction { ENGINE_GETS, ENGINE_PUTS };

struct engine_transfer {
  struct engine_side to, from;
  struct engine_box box;
  enum engine_direction direction;
  long tag;
};

struct engine_settings {
  unsigned long long latency, channels, access;
  double bytes_per_cycle;
};

struct engine_figures {
  /* Cycles of computing, and in which some channel is busy. */
  unsigned long long computed, busy;
  unsigned long long bytes, transfers;
};

/* The tag of copies for which the program waits at once. */
enum { ENGINE_AT_ONCE = -1 };

#if defined(__clang__)
#define ENGINE_OWN __attribute__((no_sanitize("coverage")))
#else
#define ENGINE_OWN
#endif
#if defined(__GNUC__)
#define ENGINE_CALLED static __attribute__((noinline, unused)) ENGINE_OWN
#else
#define ENGINE_CALLED static ENGINE_OWN
#endif
#if defined(ENGINE_EXTERN)
#define ENGINE_FUNCTION ENGINE_OWN
#else
#define ENGINE_FUNCTION ENGINE_CALLED
#endif

#ifdef __cplusplus
extern "C" {
#endif

ENGINE_FUNCTION void engine_start(struct engine_transfer);
ENGINE_FUNCTION void engine_wait(long tag);
ENGINE_FUNCTION void engine_fence(long tag);
ENGINE_FUNCTION void engine_compute(unsigned long long cycles);

static ENGINE_OWN inline double engine_setting(const char *name, double otherwise)
{
  const char *text = getenv(name);
  return text ? atof(text) : otherwise;
}

static ENGINE_OWN inline struct engine_settings engine_read_settings(void)
{
  struct engine_settings s;
  s.latency = (unsigned long long)engine_setting("ENGINE_LATENCY", 0);
  s.channels = engine_setting("ENGINE_CHANNELS", 1) > 1 ? 2 : 1;
  s.access = (unsigned long long)engine_setting("ENGINE_ACCESS", 1);
  s.bytes_per_cycle = engine_setting("ENGINE_BYTES_PER_CYCLE", 1);
  return s;
}

static ENGINE_OWN inline size_t engine_bytes(const struct engine_box *box)
{
  return box->bytes * (size_t)box->rows * (size_t)box->planes;
}

static ENGINE_OWN inline unsigned long long
engine_duration(const struct engine_settings *s, const struct engine_box *box)
{
  double cycles = (double)engine_bytes(box) / s->bytes_per_cycle;
  unsigned long long whole = (unsigned long long)cycles;
  return s->latency + whole + ((double)whole < cycles);
}

static ENGINE_OWN inline void engine_copy(const struct engine_transfer *t)
{
  for (long p = 0; p < t->box.planes; p++)
    for (long r = 0; r < t->box.rows; r++)
      memcpy(t->to.first + p * t->to.plane + r * t->to.pitch,
             t->from.first + p * t->from.plane + r * t->from.pitch, t->box.bytes);
}

static ENGINE_OWN inline void engine_report(unsigned long long cycles,
                                            const struct engine_figures *f)
{
  unsigned long long waited = cycles - f->computed;
  fprintf(stderr, "engine: %llu cycles, %llu of them computing\n", cycles,
          f->computed);
  fprintf(stderr, "engine: %llu bytes in %llu transfers of %llu cycles, "
                  "%.1f %% of them while the program computes\n",
          f->bytes, f->transfers, f->busy,
          f->busy ? 100.0 * (double)(f->busy - waited) / (double)f->busy : 0.0);
}

/* Starts one transfer and returns. A call in the program, so that it computes as
   much wherever the engine is. */
ENGINE_CALLED void
engine_move(enum engine_direction direction, const void *to, long to_pitch,
            long to_plane, const void *from, long from_pitch, long from_plane,
            size_t bytes, long rows, long planes, long tag)
{
  struct engine_transfer t;
  t.to.first = (char *)(size_t)to;
  t.to.pitch = to_pitch;
  t.to.plane = to_plane;
  t.from.first = (char *)(size_t)from;
  t.from.pitch = from_pitch;
  t.from.plane = from_plane;
  t.box.bytes = bytes;
  t.box.rows = rows;
  t.box.planes = planes;
  t.direction = direction;
  t.tag = tag;
  engine_start(t);
}

#if !defined(ENGINE_EXTERN)

struct engine_pending {
  struct engine_transfer transfer;
  unsigned long long end;
};

static struct {
  int begun;
  struct engine_settings settings;
  struct engine_figures figures;
  /* now: the program's time; a channel is free from free_from on; transfers
     begin at not_before at the earliest, for fences; busy_until: the end of
     what counts as busy. */
  unsigned long long now, free_from[2], not_before, busy_until;
  struct engine_pending *pending;
  size_t size, room;
} engine;

static ENGINE_OWN void engine_end(void)
{
  engine_report(engine.now, &engine.figures);
}

static ENGINE_OWN void engine_begin(void)
{
  if (engine.begun)
    return;
  engine.begun = 1;
  engine.settings = engine_read_settings();
  atexit(engine_end);
}

/* Ends the transfers that have had their time, in the order of their ends. */
static ENGINE_OWN void engine_settle(void)
{
  for (;;) {
    size_t first = engine.size;
    for (size_t i = 0; i < engine.size; i++)
      if (engine.pending[i].end <= engine.now &&
          (first == engine.size || engine.pending[i].end < engine.pending[first].end))
        first = i;
    if (first == engine.size)
      return;
    engine_copy(&engine.pending[first].transfer);
    memmove(engine.pending + first, engine.pending + first + 1,
            (--engine.size - first) * sizeof *engine.pending);
  }
}

static ENGINE_OWN unsigned long long engine_later(unsigned long long a,
                                                  unsigned long long b)
{
  return a > b ? a : b;
}

static ENGINE_OWN unsigned long long engine_end_of(long tag)
{
  unsigned long long end = 0;
  for (size_t i = 0; i < engine.size; i++)
    if (engine.pending[i].transfer.tag == tag)
      end = engine_later(end, engine.pending[i].end);
  return end;
}

ENGINE_CALLED void engine_start(struct engine_transfer t)
{
  engine_begin();
  engine_settle();
  if (engine.size == engine.room) {
    engine.room = 2 * engine.room + 64;
    engine.pending = (struct engine_pending *)realloc(
        engine.pending, engine.room * sizeof *engine.pending);
    if (!engine.pending)
      abort();
  }
  unsigned channel = engine.settings.channels == 2 && t.direction == ENGINE_PUTS;
  unsigned long long begin = engine_later(
      engine_later(engine.now, engine.not_before), engine.free_from[channel]);
  unsigned long long end = begin + engine_duration(&engine.settings, &t.box);
  engine.free_from[channel] = end;
  engine.figures.busy += end - engine_later(begin, engine.busy_until < end
                                                       ? engine.busy_until : end);
  engine.busy_until = engine_later(engine.busy_until, end);
  engine.figures.bytes += engine_bytes(&t.box);
  engine.figures.transfers++;
  engine.pending[engine.size].transfer = t;
  engine.pending[engine.size++].end = end;
  if (t.tag == ENGINE_AT_ONCE)
    engine_wait(t.tag);
}

ENGINE_CALLED void engine_wait(long tag)
{
  engine_begin();
  engine.now = engine_later(engine.now, engine_end_of(tag));
  engine_settle();
}

ENGINE_CALLED void engine_fence(long tag)
{
  engine.not_before = engine_later(engine.not_before, engine_end_of(tag));
}

ENGINE_CALLED void engine_compute(unsigned long long cycles)
{
  engine.now += cycles;
  engine.figures.computed += cycles;
}

#if defined(__clang__)
#define ENGINE_ACCESSES(bytes)                                                 \
  void __sanitizer_cov_load##bytes(void *);                                    \
  void __sanitizer_cov_store##bytes(void *);                                   \
  ENGINE_OWN void __sanitizer_cov_load##bytes(void *p)                         \
  {                                                                            \
    (void)p;                                                                   \
    engine_begin();                                                            \
    engine_compute(engine.settings.access);                                    \
  }                                                                            \
  ENGINE_OWN void __sanitizer_cov_store##bytes(void *p)                        \
  {                                                                            \
    __sanitizer_cov_load##bytes(p);                                            \
  }
ENGINE_ACCESSES(1)
ENGINE_ACCESSES(2)
ENGINE_ACCESSES(4)
ENGINE_ACCESSES(8)
ENGINE_ACCESSES(16)
#endif

#endif

#ifdef __cplusplus
}
#endif

#define STEVEDORE_GET_3D_ASYNC(local, localPitch, localPlane, remote,          \
                               remotePitch, remotePlane, bytes, rows, planes,  \
                               tag)                                            \
  engine_move(ENGINE_GETS, local, localPitch, localPlane, remote, remotePitch, \
              remotePlane, bytes, rows, planes, tag)
#define STEVEDORE_PUT_3D_ASYNC(remote, remotePitch, remotePlane, local,        \
                               localPitch, localPlane, bytes, rows, planes,    \
                               tag)                                            \
  engine_move(ENGINE_PUTS, remote, remotePitch, remotePlane, local,            \
              localPitch, localPlane, bytes, rows, planes, tag)
#define STEVEDORE_GET_2D_ASYNC(local, localPitch, remote, remotePitch, bytes,  \
                               rows, tag)                                      \
  STEVEDORE_GET_3D_ASYNC(local, localPitch, 0, remote, remotePitch, 0, bytes,  \
                         rows, 1, tag)
#define STEVEDORE_PUT_2D_ASYNC(remote, remotePitch, local, localPitch, bytes,  \
                               rows, tag)                                      \
  STEVEDORE_PUT_3D_ASYNC(remote, remotePitch, 0, local, localPitch, 0, bytes,  \
                         rows, 1, tag)
#define STEVEDORE_GET_ASYNC(local, remote, bytes, tag)                         \
  STEVEDORE_GET_2D_ASYNC(local, 0, remote, 0, bytes, 1, tag)
#define STEVEDORE_PUT_ASYNC(remote, local, bytes, tag)                         \
  STEVEDORE_PUT_2D_ASYNC(remote, 0, local, 0, bytes, 1, tag)
#define STEVEDORE_GET_3D(local, localPitch, localPlane, remote, remotePitch,   \
                         remotePlane, bytes, rows, planes)                     \
  STEVEDORE_GET_3D_ASYNC(local, localPitch, localPlane, remote, remotePitch,   \
                         remotePlane, bytes, rows, planes, ENGINE_AT_ONCE)
#define STEVEDORE_PUT_3D(remote, remotePitch, remotePlane, local, localPitch,  \
                         localPlane, bytes, rows, planes)                      \
  STEVEDORE_PUT_3D_ASYNC(remote, remotePitch, remotePlane, local, localPitch,  \
                         localPlane, bytes, rows, planes, ENGINE_AT_ONCE)
#define STEVEDORE_GET_2D(local, localPitch, remote, remotePitch, bytes, rows)  \
  STEVEDORE_GET_2D_ASYNC(local, localPitch, remote, remotePitch, bytes, rows,  \
                         ENGINE_AT_ONCE)
#define STEVEDORE_PUT_2D(remote, remotePitch, local, localPitch, bytes, rows)  \
  STEVEDORE_PUT_2D_ASYNC(remote, remotePitch, local, localPitch, bytes, rows,  \
                         ENGINE_AT_ONCE)
#define STEVEDORE_GET(local, remote, bytes)                                    \
  STEVEDORE_GET_ASYNC(local, remote, bytes, ENGINE_AT_ONCE)
#define STEVEDORE_PUT(remote, local, bytes)                                    \
  STEVEDORE_PUT_ASYNC(remote, local, bytes, ENGINE_AT_ONCE)
#define STEVEDORE_WAIT(tag) engine_wait(tag)
#define STEVEDORE_FENCE(tag) engine_fence(tag)

#endif
