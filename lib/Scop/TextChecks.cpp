//===- TextChecks.cpp - What isl cannot know is wrong ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextChecks.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "isl/space.h"
#include <map>

using namespace stevedore;

/// The name of the tuple of the set space \p Space; empty if it has none.
static std::string nameOf(const isl::space &Space) {
  const char *Name = isl_space_get_tuple_name(Space.get(), isl_dim_set);
  return Name ? Name : "";
}

/// "'S0' with 2 iterators"
static std::string describe(const isl::space &Space,
                            const char *Coordinates = " iterators") {
  std::string Name = nameOf(Space);
  return (Name.empty() ? "an unnamed tuple" : "'" + Name + "'") + " with " +
         std::to_string(countOf(Space.dim(isl::dim::set))) + Coordinates;
}

/// The spaces of the statements of \p Domain.
static std::vector<isl::space> statementsOf(const isl::union_set &Domain) {
  std::vector<isl::space> Spaces;
  Domain.foreach_set([&](isl::set Instances) -> isl::stat {
    Spaces.push_back(Instances.get_space());
    return isl::stat::ok();
  });
  return Spaces;
}

static bool isSameTuple(const isl::space &A, const isl::space &B) {
  return isl_space_tuple_is_equal(A.get(), isl_dim_set, B.get(), isl_dim_set) ==
         isl_bool_true;
}

std::string stevedore::mistakeInDomain(const isl::union_set &Domain) {
  llvm::StringSet<> Names;
  for (const isl::space &Statement : statementsOf(Domain)) {
    std::string Name = nameOf(Statement);
    if (Name.empty())
      return "every statement needs a name, as in { S0[i] : ... }";
    if (!Names.insert(Name).second)
      return "statement '" + Name + "' has different numbers of iterators";
  }
  return "";
}

/// True if a statement of \p Statements has the name of \p Tuple, but not its
/// number of iterators.
static bool hasOtherArity(llvm::ArrayRef<isl::space> Statements,
                          const isl::space &Tuple) {
  return llvm::any_of(Statements, [&](const isl::space &Statement) {
    return nameOf(Statement) == nameOf(Tuple) && !isSameTuple(Statement, Tuple);
  });
}

/// True if \p Text, that of a domain, has a statement called \p Name: isl drops
/// those that have no instances.
static bool isWritten(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
       At = Text.find(Name, At + 1))
    if ((At == 0 || !isPartOfName(Text[At - 1])) &&
        Text.drop_front(At + Name.size()).ltrim().starts_with("["))
      return true;
  return false;
}

std::string stevedore::mistakeInAccesses(const isl::union_map &Accesses,
                                         const isl::union_set &Domain,
                                         llvm::StringRef DomainText) {
  std::vector<isl::space> Statements = statementsOf(Domain);
  std::string Mistake;
  Accesses.foreach_map([&](isl::map M) -> isl::stat {
    isl::space Statement = M.get_space().domain();
    if (nameOf(Statement).empty() || hasOtherArity(Statements, Statement) ||
        !isWritten(DomainText, nameOf(Statement)))
      Mistake = "an access comes from " + describe(Statement) +
                ", which is no statement of the domain";
    else if (nameOf(M.get_space().range()).empty())
      Mistake = "an access of '" + nameOf(Statement) +
                "' goes to an array without a name";
    return isl::stat::ok();
  });
  return Mistake;
}

std::string stevedore::mistakeInLowerBound(const isl::union_map &Lower,
                                           const isl::union_map &May,
                                           const isl::union_map &Must,
                                           const isl::union_set &Domain) {
  if (!Lower.intersect_domain(Domain).is_subset(May.unite(Must)).is_false())
    return "";
  return "'lowerOut' has an element that its instance does not write: it is "
         "the part of 'mayWrites' that is written for sure";
}

std::string stevedore::mistakeInTimes(const isl::union_map &Theta,
                                      const isl::union_set &Domain) {
  if (!Domain.is_subset(Theta.domain()).is_true())
    return "the schedule leaves out instances of the domain";
  return Theta.is_single_valued().is_true()
             ? ""
             : "the schedule gives several times to one instance";
}

std::string stevedore::mistakeAtSameTime(const isl::union_map &Theta,
                                         const isl::union_map &Reads,
                                         const isl::union_map &Must,
                                         const isl::union_map &May) {
  if (Theta.is_injective().is_true())
    return "";
  isl::union_map Same =
      Theta.apply_range(Theta.reverse()).subtract(Theta.domain().identity());
  isl::union_map Written = Must.unite(May);
  isl::union_map Clash =
      Written.apply_range(Reads.unite(Written).reverse()).intersect(Same);
  std::string Mistake;
  Clash.foreach_map([&](isl::map M) -> isl::stat {
    std::string Writer = nameOf(M.get_space().domain());
    if (Mistake.empty() && M.is_empty().is_false())
      Mistake = "an instance of '" + Writer + "' and one of '" +
                nameOf(M.get_space().range()) + "' have the same time, and '" +
                Writer + "' writes what the other one accesses, as in " +
                toText(isl::map(isl::manage(isl_map_sample(M.release())))) +
                ": give them times in the order in which they run";
    return isl::stat::ok();
  });
  return Mistake;
}

std::string stevedore::mistakeInOrder(const isl::union_map &Order,
                                      const isl::union_set &Domain) {
  std::vector<isl::space> Statements = statementsOf(Domain);
  std::string Mistake;
  Order.foreach_map([&](isl::map M) -> isl::stat {
    for (const isl::space &Tuple :
         {M.get_space().domain(), M.get_space().range()})
      if (llvm::none_of(Statements, [&](const isl::space &Statement) {
            return isSameTuple(Statement, Tuple);
          }))
        Mistake = "it speaks of " + describe(Tuple) +
                  ", which is no statement of the domain";
    return isl::stat::ok();
  });
  return Mistake;
}

std::string stevedore::mistakeInSections(const isl::union_map &Sections,
                                         const isl::union_set &Domain) {
  std::string Mistake = mistakeInOrder(Sections.domain().identity(), Domain);
  Sections.foreach_map([&](isl::map M) -> isl::stat {
    std::string Statement = nameOf(M.get_space().domain());
    if (nameOf(M.get_space().range()).empty())
      Mistake =
          "a critical section of '" + Statement + "' has a lock without a name";
    else if (M.intersect_domain(Domain.extract_set(M.get_space().domain()))
                 .is_single_valued()
                 .is_false())
      Mistake = "an instance of '" + Statement +
                "' is in several critical sections of one lock";
    return isl::stat::ok();
  });
  return Mistake;
}

std::string stevedore::mistakeInConflicts(const isl::map &Conflicts) {
  isl::space Space = Conflicts.get_space();
  if (isSameTuple(Space.domain(), Space.range()))
    return "";
  return "'conflicts' relates " + describe(Space.domain(), " subscripts") +
         " to " + describe(Space.range(), " subscripts") +
         ": elements that conflict are of one array, as in { [i] -> [j] }";
}

std::string stevedore::addDimension(llvm::StringRef Text, unsigned Dims,
                                    std::vector<unsigned> &Known) {
  unsigned Dim;
  std::string Quoted = ("'" + Text + "'").str();
  if (Text.getAsInteger(10, Dim))
    return Quoted + " is not a schedule dimension: expected a number from 0";
  if (Dim >= Dims)
    return "the schedule has only " + std::to_string(Dims) +
           " dimensions, counted from 0; " + Quoted + " is none of them";
  if (llvm::is_contained(Known, Dim))
    return "dimension " + Quoted + " is given twice";
  Known.push_back(Dim);
  return "";
}

std::string stevedore::addTiling(
    const std::vector<std::pair<std::string, std::string>> &Fields,
    isl::ctx Ctx, TextTiling &Tiling) {
  std::map<std::string, std::string> Given(Fields.begin(), Fields.end());
  auto Hyperplanes = Given.find("hyperplanes"), Lattice = Given.find("lattice"),
       Shape = Given.find("shape"), Origins = Given.find("origins");
  bool IsRead = false;
  if (Given.size() == 1 && Hyperplanes != Given.end()) {
    Tiling.Hyperplanes = isl::map(Ctx, Hyperplanes->second);
    IsRead = !Tiling.Hyperplanes.is_null();
  } else if (Given.size() == 1 && Origins != Given.end()) {
    Tiling.Origins = Origins->second;
    IsRead = !Tiling.Origins.empty();
  } else if (Given.size() == 2 && Lattice != Given.end() &&
             Shape != Given.end()) {
    Tiling.Lattice = isl::map(Ctx, Lattice->second);
    Tiling.Shape = isl::set(Ctx, Shape->second);
    IsRead = !Tiling.Lattice.is_null() && !Tiling.Shape.is_null();
  }
  if (IsRead)
    return "";
  return "'tiling' gives hyperplanes, as in tiling: { hyperplanes: \"{ [b1, "
         "b2] -> [b1 + b2, b1 - b2] }\" }, origins of boxes, as in tiling: { "
         "origins: \"1, N - 5\" }, or a lattice and a shape, as in tiling: { "
         "lattice: \"{ [t1, t2] -> [4t1, 4t2] }\", shape: \"{ [b1, b2] : 0 <= "
         "b1, b2 < 4 }\" }";
}
