//===- FinishArrays.cpp - Shapes and relations of all arrays --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ArrayFinisher.h"
#include "Arrays/Overlaps.h"
#include "State/Unseen.h"
#include "stevedore/Support/Coalesce.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace stevedore;

/// Whether variables of class \p Record may be declared without a value, and
/// take one by assignment, as far as its own declarations say.
static bool isPlainClass(const CXXRecordDecl *Record) {
  auto isUsable = [](const CXXMethodDecl *Method) {
    return !Method->isDeleted() && Method->getAccess() == AS_public;
  };
  bool IsMade =
      Record->needsImplicitDefaultConstructor() ||
      llvm::any_of(Record->ctors(), [&](const auto *Constructor) {
        return Constructor->isDefaultConstructor() && isUsable(Constructor);
      });
  bool IsAssigned =
      Record->hasSimpleCopyAssignment() ||
      llvm::any_of(Record->methods(), [&](const auto *Method) {
        return Method->isCopyAssignmentOperator() && isUsable(Method);
      });
  return IsMade && IsAssigned;
}

/// Elements are copied by plain assignment or memcpy into buffers declared
/// with the type's name.
llvm::Error ArrayFinisher::setElement(ArrayRecord &Record) {
  QualType Type = Record.First.ElementType;
  QualType Plain = Type.getUnqualifiedType();
  std::string Name = R.typeText(Type);
  bool IsPrefixType =
      !Plain->isFunctionPointerType() &&
      !(Plain->isPointerType() && Plain->getPointeeType()->isArrayType());
  bool IsNamed = !llvm::StringRef(Name).contains("(unnamed") &&
                 !llvm::StringRef(Name).contains("(anonymous");
  const CXXRecordDecl *Class = Plain->getAsCXXRecordDecl();
  if (Plain->isIncompleteType() || !IsPrefixType || !IsNamed ||
      (Class && !isPlainClass(Class)) ||
      !Plain.isTriviallyCopyableType(R.AST) || Plain->isReferenceType())
    return R.reject(RejectReason::UnnamedType,
                    Record.Accesses.empty() || !Record.Accesses.front().E
                        ? Record.First.Root->getLocation()
                        : Record.Accesses.front().E->getExprLoc(),
                    {Record.First.Base});
  Record.Result.ElementType = R.Model.Source.addElementType(Name);
  Record.Result.ElementBytes = R.AST.getTypeSizeInChars(Plain).getQuantity();
  if (R.AST.getTypeAlign(Plain) > R.AST.getTargetInfo().getSuitableAlign())
    Record.Result.Alignment = R.AST.getTypeAlignInChars(Plain).getQuantity();
  return llvm::Error::success();
}

void ArrayFinisher::setPlainReference(ArrayRecord &Record) {
  TextTemplate &T = Record.Text.Reference;
  T.push_back({TextPiece::Literal, Record.First.Base, 0});
  for (unsigned I = 0; I < Record.First.Shapes.size(); ++I) {
    T.push_back({TextPiece::Literal, "[", 0});
    T.push_back({TextPiece::Iterator, "", I});
    T.push_back({TextPiece::Literal, "]", 0});
  }
}

/// The subscript behind that which selects one of several pointers.
static const Subscript &lastOf(const PendingAccess &A) {
  return A.Subscripts.back();
}

bool stevedore::isNarrowProduct(const ASTContext &AST, const Subscript &S) {
  return !S.isAffine() && S.Type->isUnsignedIntegerOrEnumerationType() &&
         AST.getIntWidth(S.Type) < 64;
}

/// `a[i * (n) * (m) + j * (m) + k]`, evaluated in the widest type that the
/// original subscripts have; where a narrow unsigned one does not wrap around,
/// a signed one that is wider has the same value.
void ArrayFinisher::setLinearReference(ArrayRecord &Record,
                                       const LinearShape &Shape) {
  QualType Widest = R.AST.IntTy;
  for (const PendingAccess &A : Record.Accesses)
    if (R.AST.getIntWidth(lastOf(A).Type) > R.AST.getIntWidth(Widest))
      Widest = lastOf(A).Type;
  if (llvm::any_of(Record.Accesses,
                   [&](const PendingAccess &A) {
                     return isNarrowProduct(R.AST, lastOf(A));
                   }) ||
      !StartText.empty())
    Widest = R.AST.LongLongTy;
  TextTemplate &T = Record.Text.Reference;
  unsigned First = firstOf(Record);
  std::string Before = Record.First.Base + "[";
  if (First) {
    T.push_back({TextPiece::Literal, Before, 0});
    T.push_back({TextPiece::Iterator, "", 0});
    Before = "][";
  }
  if (!StartText.empty())
    Before += StartText + " + ";
  for (unsigned I = 0; I < Shape.rank(); ++I) {
    T.push_back({TextPiece::Literal, Before + "(", 0});
    T.push_back({TextPiece::Iterator, R.typeText(Widest), First + I});
    Before = ")";
    for (unsigned K = I; K < Shape.Sizes.size(); ++K)
      Before += " * (" + R.Notes.Factors[Shape.Sizes[K]].Text + ")";
    Before += " + ";
  }
  T.push_back({TextPiece::Literal, ")]", 0});
  Record.Result.Rank = First + Shape.rank();
}

isl::map ArrayFinisher::relation(const ArrayRecord &Record,
                                 const PendingAccess &A,
                                 llvm::ArrayRef<isl::map> Subscripts) {
  isl::map Map = isl::manage(isl_map_from_domain(A.Domain.copy()));
  for (const isl::map &Values : Subscripts)
    Map = isl::manage(isl_map_flat_range_product(Map.release(), Values.copy()));
  const std::string &Statement = R.Model.Program.Statements[A.Statement].Name;
  Map = isl::manage(
      isl_map_set_tuple_name(Map.release(), isl_dim_in, Statement.c_str()));
  return coalesced(isl::manage(isl_map_set_tuple_name(
      Map.release(), isl_dim_out, Record.Result.Name.c_str())));
}

/// Nothing where they do not fall into rows.
llvm::Expected<std::optional<std::vector<isl::pw_aff>>>
ArrayFinisher::linearSubscripts(const PendingAccess &A,
                                const LinearShape &Shape) {
  std::map<std::string, isl::pw_aff> Sizes;
  for (const std::string &Key : Shape.Sizes)
    Sizes[Key] = sizeOver(R.Notes.Factors[Key], A.Domain);
  isl::set Domain = A.Domain.intersect_params(R.Model.Program.Context);
  auto Result =
      delinearize(lastOf(A), Shape, Domain, Sizes, [&](const isl::set &Bad) {
        return R.exclude(Bad, Domain, true);
      });
  if (Result && isNarrowProduct(R.AST, lastOf(A)))
    if (llvm::Error Why = limitSubscript(A, Shape, Result->front()))
      return std::move(Why);
  return Result;
}

/// Makes sure that the subscript of \p A, whose first dimension of \p Shape is
/// \p Row, { [i] -> [row] }, does not wrap around: with the other dimensions in
/// their rows it is less than (row + 1) times their sizes, and not negative.
llvm::Error ArrayFinisher::limitSubscript(const PendingAccess &A,
                                          const LinearShape &Shape,
                                          const isl::pw_aff &Row) {
  QualType Type = lastOf(A).Type;
  isl::set Domain = A.Domain.intersect_params(R.Model.Program.Context);
  isl::set Below = Row.lt_set(Row.sub(Row)).intersect(Domain);
  std::vector<isl::pw_aff> Sizes;
  for (const std::string &Key : Shape.Sizes)
    Sizes.push_back(R.Notes.Factors[Key].Value);
  isl::set Rows = isl::map::from_pw_aff(Row.intersect_domain(Domain)).range();
  bool IsLimited =
      R.exclude(Below, Domain, true) &&
      R.limitProduct(Rows.dim_max(0), Sizes, typeRange(R.AST, Type).second);
  if (IsLimited)
    return llvm::Error::success();
  return R.reject(RejectReason::UnsignedWrap, A.E->getExprLoc(),
                  {"subscript of", R.textOf(A.E), R.typeText(Type)});
}

/// Refuses \p A, whose subscript multiplies \p Factor. Before that, another
/// walk lets the subscripts of \p Record count from what all of them add.
llvm::Error ArrayFinisher::rejectRows(const ArrayRecord &Record,
                                      const PendingAccess &A,
                                      const std::string &Factor) {
  if (mayCountFromStart(Record))
    R.Made.FromStart.insert(Record.First.Base);
  return R.reject(RejectReason::Delinearization, A.E->getExprLoc(),
                  {"access", R.textOf(A.E), Factor});
}

/// Gives a record with products in its subscripts as many dimensions as those
/// products show.
llvm::Error ArrayFinisher::linearize(ArrayRecord &Record) {
  std::vector<const Subscript *> All;
  const PendingAccess *Culprit = nullptr;
  for (const PendingAccess &A : Record.Accesses) {
    All.push_back(&lastOf(A));
    if (!Culprit && !lastOf(A).isAffine())
      Culprit = &A;
  }
  std::string Factor;
  for (const SubscriptTerm &Term : lastOf(*Culprit).Terms)
    if (!Term.Factors.empty())
      Factor = R.Notes.Factors[Term.Factors.front()].Text;
  if (R.Made.FromStart.count(Record.First.Base) && countFromStart(Record))
    joinFactors(Record);
  joinGroups(Record);
  Linear = findLinearShape(All);
  for (const PendingAccess &A : Record.Accesses) {
    std::optional<std::vector<isl::pw_aff>> Subscripts;
    if (Linear) {
      auto Found = linearSubscripts(A, *Linear);
      if (!Found)
        return Found.takeError();
      Subscripts = std::move(*Found);
    }
    if (!Subscripts)
      return rejectRows(Record, lastOf(A).isAffine() ? *Culprit : A, Factor);
    if (firstOf(Record))
      Subscripts->insert(Subscripts->begin(),
                         A.Subscripts.front().Terms.front().Coefficient);
    std::vector<isl::map> Values;
    for (const isl::pw_aff &V : *Subscripts)
      Values.push_back(isl::map::from_pw_aff(V));
    Relations.push_back(relation(Record, A, Values));
  }
  setLinearReference(Record, *Linear);
  Record.Result.Private = false;
  Record.Result.Expanded = 0;
  return llvm::Error::success();
}

llvm::Error ArrayFinisher::setRelations(ArrayRecord &Record) {
  Relations.clear();
  Linear.reset();
  StartText.clear();
  auto isLinear = [](const PendingAccess &A) {
    return !A.Subscripts.empty() && !lastOf(A).Chosen && !lastOf(A).isAffine();
  };
  if (llvm::any_of(Record.Accesses, isLinear)) {
    auto Chosen = llvm::find_if(Record.Accesses, hasChosen);
    return Chosen == Record.Accesses.end() ? linearize(Record)
                                           : rejectChosen(Record, *Chosen);
  }
  for (const PendingAccess &A : Record.Accesses) {
    std::vector<isl::map> Subscripts;
    isl::local_space Space(A.Domain.space());
    for (unsigned I = 0; I < Record.Result.Expanded; ++I)
      Subscripts.push_back(isl::map::from_pw_aff(
          isl::pw_aff::var_on_domain(Space, isl::dim::set, I)));
    for (const Subscript &S : A.Subscripts)
      Subscripts.push_back(
          S.Chosen ? between(S.Range, A.Domain)
                   : isl::map::from_pw_aff(S.Terms.front().Coefficient));
    Relations.push_back(relation(Record, A, Subscripts));
  }
  setPlainReference(Record);
  return llvm::Error::success();
}

bool ArrayFinisher::isListed(const ArrayRecord &Record,
                             const std::vector<std::string> &Names) const {
  return llvm::is_contained(Names, Record.First.Base) ||
         llvm::is_contained(Names, Record.Result.Name);
}

/// `double *a_b[2] = {a, b};`
void ArrayFinisher::setPointers(ArrayRecord &Record, const PointerTurn &Turn) {
  Record.Result.Pointers = Turn.Pointers.size();
  std::string Text = Record.First.Base, Values;
  R.written(Turn.Array->getType())
      .getAsStringInternal(Text, R.AST.getPrintingPolicy());
  for (const VarDecl *Pointer : Turn.Pointers)
    Values += (Values.empty() ? "" : ", ") + Pointer->getNameAsString();
  Record.Text.Declaration = Text + " = {" + Values + "};";
}

void ArrayFinisher::setLiveness(ArrayRecord &Record) {
  Array &A = Record.Result;
  bool IsOwnObject = !A.ThroughPointer;
  const auto *Var = dyn_cast_or_null<VarDecl>(Record.First.Root);
  if (IsOwnObject && Var && Var->getStorageClass() == SC_Register)
    R.Notes.Registers[A.Name] = Var;
  if (const PointerTurn *Turn = Record.First.Turn)
    setPointers(Record, *Turn);
  if (Record.First.Row)
    A.Pointers = Array::PointersInMemory;
  if (Record.Declared) {
    A.LiveOut = false;
    A.NoAlias = true;
    return;
  }
  A.NoAlias = IsOwnObject && Var && Var->hasLocalStorage() &&
              !R.Form.inFunction().isAddressTaken(Var);
  A.IsPerThread = Var && (Var->getTLSKind() != VarDecl::TLS_None ||
                          Var->hasAttr<OMPThreadPrivateDeclAttr>());
  A.IsOwn = A.IsPerThread || (Var && Var->hasLocalStorage() &&
                              (IsOwnObject || !isa<ParmVarDecl>(Var)));
  bool IsOwnBlock = !IsOwnObject && !firstOf(Record) && isOwnBlock(R, Var);
  bool IsPromised =
      (Options.HasLiveOut && !isListed(Record, Options.LiveOut)) ||
      isListed(Record, Options.Local) ||
      isCalledLocal(R, Record.First.Base, A.Name);
  if (IsPromised)
    R.believe(FactReason::PromisedUnseen, {A.Name}, {});
  A.LiveOut = !IsPromised && (Options.HasLiveOut ||
                              (!(IsOwnObject && isDeadAfter(R, Var)) &&
                               !(IsOwnBlock && isBlockDeadAfter(R, Var))));
}

/// The variable of the array, where nothing outside of the region mentions it,
/// or nothing that could not go with it.
void ArrayFinisher::setVariable(ArrayRecord &Record) {
  const auto *Var = dyn_cast_or_null<VarDecl>(Record.First.Root);
  if (!Var || Record.Declared || !Var->isLocalVarDeclOrParm())
    return;
  std::string Name = Var->getNameAsString();
  Record.Text.MayBeUnset = Var->hasLocalStorage() && !isa<ParmVarDecl>(Var) &&
                           !Var->hasInit() && Record.Result.Rank == 0 &&
                           Record.First.Base == Name;
  auto [Found, IsNew] = R.Model.Storage.try_emplace(Name);
  if (IsNew && !Record.First.Turn)
    Found->second = R.storagePlaces(Var);
  if (Found->second.empty() && R.Form.inFunction().use(Var).Mentions.size() ==
                                   R.Form.InRegion.use(Var).Mentions.size())
    Record.Text.Variable = Name;
}

/// { [n] }: the number of elements of \p Extent, { A[m] }, in dimension \p D,
/// if it is one affine form.
static std::optional<isl::aff> lengthIn(const isl::set &Extent, unsigned D) {
  isl::pw_aff Last = isl::manage(isl_set_dim_max(Extent.copy(), D));
  isl::aff Result;
  Last.foreach_piece([&](isl::set, isl::aff Form) -> isl::stat {
    Result = Form.add_constant(1);
    return isl::stat::ok();
  });
  if (isl_pw_aff_n_piece(Last.get()) != 1)
    return std::nullopt;
  return Result;
}

/// Makes sure that all accesses are within the declared rows of the last
/// dimensions, from number \p First on: what is beyond one is in the next one,
/// which the model does not know. False if nothing can.
bool ArrayFinisher::stayInRows(const ArrayRecord &Record, unsigned First) {
  isl::set Rows = isl::manage(
      isl_set_eliminate(Record.Result.Extent.copy(), isl_dim_set, 0, First));
  for (unsigned I = 0; I < Record.Accesses.size(); ++I) {
    isl::set Domain =
        Record.Accesses[I].Domain.intersect_params(R.Model.Program.Context);
    isl_map *Beyond = isl_map_subtract_range(Relations[I].copy(), Rows.copy());
    isl::set Bad = isl::manage(isl_set_reset_tuple_id(isl_map_domain(Beyond)));
    if (!R.exclude(Bad.intersect(Domain), Domain, true))
      return false;
    Relations[I] = coalesced(Relations[I].intersect_range(Rows));
  }
  return true;
}

/// Sets the dimensions in which calls find elements from the address of one.
llvm::Error ArrayFinisher::setRows(ArrayRecord &Record) {
  Array &A = Record.Result;
  const PendingAccess *Widest = nullptr;
  for (const PendingAccess &P : Record.Accesses)
    if (P.GivenFrom && (!Widest || *P.GivenFrom < *Widest->GivenFrom))
      Widest = &P;
  if (!Widest)
    return llvm::Error::success();
  unsigned First = A.Expanded + *Widest->GivenFrom;
  if (!stayInRows(Record, First))
    return rejectChosen(Record, *Widest);
  for (unsigned D = First; D < A.Rank; ++D) {
    std::optional<isl::aff> Length = lengthIn(A.Extent, D);
    if (!Length)
      return rejectChosen(Record, *Widest);
    A.InRows.push_back(*Length);
  }
  return llvm::Error::success();
}

/// Notes what the user promises of the elements that the region surely reads,
/// if nothing in it changes them.
void ArrayFinisher::believeElements(const ArrayRecord &Record) {
  const ValueDecl *Root = Record.First.Root;
  if (!Root || Root->getName() != Record.First.Base || Record.Declared ||
      Record.isWritten())
    return;
  isl::set Read = isl::set::empty(Record.Result.Extent.space());
  for (unsigned I = 0; I < Record.Accesses.size(); ++I)
    if (!Record.Accesses[I].Conditional && !hasChosen(Record.Accesses[I]))
      Read = Read.unite(Relations[I].range());
  isl::set Anywhere = Nest::outermost(R.Ctx).Domain;
  for (const ElementFact &Fact : R.Notes.Elements)
    if (Fact.Array == Record.First.Base)
      R.Model.Program.ElementBeliefs.push_back(
          {coalesced(Read), between(Fact.Range, Anywhere).range(),
           "'" + Fact.Text + "' is true"});
}

/// Whether threads of a team may execute the region, each at the same time.
static bool isInTeam(const RegionState &R) {
  if (!R.AST.getLangOpts().OpenMP)
    return false;
  DynTypedNode Around = DynTypedNode::create(*R.Code.first());
  while (!Around.get<FunctionDecl>()) {
    if (const auto *Directive = Around.get<OMPExecutableDirective>();
        Directive && Directive != R.Code.first())
      return true;
    DynTypedNodeList Parents = R.AST.getParents(Around);
    if (Parents.empty())
      return false;
    Around = Parents[0];
  }
  return false;
}

/// Nobody but the region's thread may change what it stores.
llvm::Error ArrayFinisher::checkTeam(const ArrayRecord &Record) {
  if (Record.Declared || Record.Result.IsPerThread)
    return llvm::Error::success();
  for (const PendingAccess &A : Record.Accesses)
    if (A.Writes && (A.Conditional || hasChosen(A)) && isInTeam(R))
      return R.reject(RejectReason::SharedWrite, A.Site, {Record.First.Base});
  return llvm::Error::success();
}

llvm::Error ArrayFinisher::finish(ArrayRecord &Record) {
  if (llvm::Error Why = setElement(Record))
    return Why;
  if (llvm::Error Why = setRelations(Record))
    return Why;
  bool IsObserved = Options.HasLiveOut && isListed(Record, Options.LiveOut);
  if (IsObserved && isCalledLocal(R, Record.First.Base, Record.Result.Name))
    return R.reject(RejectReason::LocalAndLiveOut,
                    Record.First.Element->getExprLoc(), {Record.First.Base});
  if (llvm::Error Why = setExtent(Record))
    return Why;
  setLiveness(Record);
  if (llvm::Error Why = checkTeam(Record))
    return Why;
  if (llvm::Error Why = limitChosen(Record))
    return Why;
  if (llvm::Error Why = setRows(Record))
    return Why;
  if (llvm::Error Why =
          Record.Declared ? llvm::Error::success() : checkConditional(Record))
    return Why;
  unsigned Number = R.Model.Program.Arrays.size();
  for (unsigned I = 0; I < Record.Accesses.size(); ++I) {
    const PendingAccess &P = Record.Accesses[I];
    Access &A = R.Model.Program.Statements[P.Statement].Accesses[P.Position];
    A.Array = Number;
    A.Relation = Relations[I];
    A.Reads = P.Reads;
    A.MustWrites = P.Writes && !P.Conditional && !hasChosen(P);
    A.MayWrites = P.Writes && !A.MustWrites;
    for (unsigned D = 0; D < P.Subscripts.size(); ++D)
      if (P.Subscripts[D].Chosen)
        A.Chosen.push_back(Record.Result.Expanded + D);
  }
  setVariable(Record);
  believeElements(Record);
  R.Model.Program.Arrays.push_back(Record.Result);
  R.Model.Source.Arrays[Record.Result.Name] = Record.Text;
  return llvm::Error::success();
}

llvm::Error stevedore::finishArrays(RegionState &R, ArrayTable &Arrays,
                                    const ExtractOptions &Options) {
  ArrayFinisher Finisher(R, Options);
  for (ArrayRecord &Record : Arrays.Records)
    if (!Record.Accesses.empty())
      if (llvm::Error Why = Finisher.finish(Record))
        return Why;
  return settleOverlaps(R, Arrays,
                        {Options.UsesTypes, Options.AssumesNoAlias});
}
