/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The engine of engine.h as a model in SystemC: a process for each channel, one
   for the program, and a waveform of who is busy in the file that ENGINE_WAVES
   names (without .vcd). The clock is that of engine.h, a nanosecond a cycle:
     clang -O1 -fsanitize-coverage=func,trace-loads,trace-stores -DENGINE_EXTERN \
         -Dmain=engine_program -include engine.h -c rewritten.c
     c++ systemc.cpp rewritten.o -lsystemc */
#define ENGINE_EXTERN
#include "engine.h"
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

using sc_core::sc_event;
using sc_core::sc_signal;
using sc_core::sc_time;
using sc_core::SC_NS;

extern "C" int engine_program(int argc, char **argv);

namespace {

unsigned long long cycles(const sc_time &t) {
  return (unsigned long long)(t / sc_time(1, SC_NS) + 0.5);
}

sc_time time_of(unsigned long long cycles) {
  return sc_time(double(cycles), SC_NS);
}

/// A transfer on its way.
struct Flight {
  engine_transfer Transfer;
  sc_time Started;
  /// Those that have to end before it begins.
  std::vector<std::shared_ptr<Flight>> After;
  bool Ended = false;
  sc_event End;
};
using FlightRef = std::shared_ptr<Flight>;

/// Does transfers one after the other.
struct Channel : sc_core::sc_module {
  SC_HAS_PROCESS(Channel);
  Channel(sc_core::sc_module_name Name, const engine_settings &Settings,
          unsigned &NumBusy, sc_time &BusySince, engine_figures &Figures)
      : sc_module(Name), Settings(Settings), NumBusy(NumBusy),
        BusySince(BusySince), Figures(Figures) {
    SC_THREAD(run);
  }

  void take(FlightRef F) {
    Queue.push_back(std::move(F));
    Arrived.notify(sc_core::SC_ZERO_TIME);
  }

  sc_signal<bool> Busy{"busy"};

private:
  void run() {
    for (;;) {
      while (Queue.empty())
        wait(Arrived);
      FlightRef F = Queue.front();
      Queue.pop_front();
      for (const FlightRef &Other : F->After)
        while (!Other->Ended)
          wait(Other->End);
      Busy = true;
      if (NumBusy++ == 0)
        BusySince = sc_core::sc_time_stamp();
      wait(time_of(engine_duration(&Settings, &F->Transfer.box)));
      engine_copy(&F->Transfer);
      if (--NumBusy == 0)
        Figures.busy += cycles(sc_core::sc_time_stamp() - BusySince);
      Busy = false;
      F->After.clear();
      F->Ended = true;
      F->End.notify();
    }
  }

  const engine_settings &Settings;
  unsigned &NumBusy;
  sc_time &BusySince;
  engine_figures &Figures;
  std::deque<FlightRef> Queue;
  sc_event Arrived;
};

/// Runs the program, whose time is ahead of the simulation by Ahead until it
/// meets the engine.
struct Processor : sc_core::sc_module {
  SC_HAS_PROCESS(Processor);
  Processor(sc_core::sc_module_name Name, int Count, char **Values)
      : sc_module(Name), Settings(engine_read_settings()), Count(Count),
        Values(Values), Gets("gets", Settings, NumBusy, BusySince, Figures),
        Puts("puts", Settings, NumBusy, BusySince, Figures) {
    SC_THREAD(run);
    set_stack_size(64 << 20);
  }

  void meet() {
    if (Ahead == 0)
      return;
    Computing = true;
    wait(time_of(Ahead));
    Computing = false;
    Ahead = 0;
  }

  void start(const engine_transfer &T) {
    meet();
    auto F = std::make_shared<Flight>();
    F->Transfer = T;
    F->After = Fenced;
    Flights.push_back(F);
    Figures.bytes += engine_bytes(&T.box);
    Figures.transfers++;
    bool IsPut = Settings.channels == 2 && T.direction == ENGINE_PUTS;
    (IsPut ? Puts : Gets).take(F);
    if (T.tag == ENGINE_AT_ONCE)
      waitFor(T.tag);
  }

  void waitFor(long Tag) {
    meet();
    for (const FlightRef &F : of(Tag))
      while (!F->Ended)
        wait(F->End);
  }

  void fence(long Tag) { Fenced = of(Tag); }

  engine_settings Settings;
  engine_figures Figures = {};
  unsigned long long Ahead = 0;
  int Result = 1;
  sc_signal<bool> Computing{"computing"};

private:
  void run() {
    Result = engine_program(Count, Values);
    meet();
    sc_core::sc_stop();
  }

  /// Those with the tag that have not ended.
  std::vector<FlightRef> of(long Tag) {
    std::vector<FlightRef> Result, Rest;
    for (const FlightRef &F : Flights) {
      if (F->Ended)
        continue;
      Rest.push_back(F);
      if (F->Transfer.tag == Tag)
        Result.push_back(F);
    }
    Flights = Rest;
    return Result;
  }

  int Count;
  char **Values;
  unsigned NumBusy = 0;
  sc_time BusySince;

public:
  Channel Gets, Puts;

private:
  std::vector<FlightRef> Flights, Fenced;
};

Processor *Running;

} // namespace

void engine_start(engine_transfer T) { Running->start(T); }
void engine_wait(long Tag) { Running->waitFor(Tag); }
void engine_fence(long Tag) { Running->fence(Tag); }
void engine_compute(unsigned long long Cycles) {
  Running->Ahead += Cycles;
  Running->Figures.computed += Cycles;
}

#define ENGINE_ACCESSES(bytes)                                                 \
  extern "C" void __sanitizer_cov_load##bytes(void *) {                        \
    engine_compute(Running->Settings.access);                                  \
  }                                                                            \
  extern "C" void __sanitizer_cov_store##bytes(void *) {                       \
    engine_compute(Running->Settings.access);                                  \
  }
ENGINE_ACCESSES(1)
ENGINE_ACCESSES(2)
ENGINE_ACCESSES(4)
ENGINE_ACCESSES(8)
ENGINE_ACCESSES(16)

int sc_main(int Count, char **Values) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  Processor P("program", Count, Values);
  Running = &P;
  sc_core::sc_trace_file *Waves = nullptr;
  if (const char *Name = std::getenv("ENGINE_WAVES")) {
    Waves = sc_core::sc_create_vcd_trace_file(Name);
    Waves->set_time_unit(1, SC_NS);
    sc_core::sc_trace(Waves, P.Computing, "computing");
    sc_core::sc_trace(Waves, P.Gets.Busy, "gets");
    sc_core::sc_trace(Waves, P.Puts.Busy, "puts");
  }
  sc_core::sc_start();
  if (Waves)
    sc_core::sc_close_vcd_trace_file(Waves);
  engine_report(cycles(sc_core::sc_time_stamp()), &P.Figures);
  return P.Result;
}
