//===- RegionVariants.cpp - One region, modelled for several numbers ------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/RegionVariants.h"

using namespace stevedore;

/// Gives \p Result the model \p Model, whose program is \p Own.
static void setModel(SourceRegion &Result, std::unique_ptr<OwnedScop> Own,
                     RegionModel Model) {
  Own->Program = std::move(Model.Program);
  Result.Model = std::move(Own);
  Result.Source = std::make_shared<const SourceText>(std::move(Model.Source));
  Result.Tested = std::move(Model.Tested);
  Result.Facts = std::move(Model.Facts);
  Result.Storage = std::move(Model.Storage);
  static_cast<TextAround &>(Result) = std::move(Model);
}

bool stevedore::takeModels(const RegionCode &Code,
                           const ExtractOptions &Options, RegionSearch &Search,
                           SourceRegion &Result) {
  auto Own = std::make_unique<OwnedScop>();
  Specialization For;
  llvm::Expected<RegionModel> Model = Search.model(Code, Own->Ctx, For);
  if (!Model) {
    Result.Why = takeRejection(Model.takeError());
    return false;
  }
  for (const ParameterNumbers &Numbers : For.Others) {
    if (Options.OnlyFirst)
      break;
    auto OtherOwn = std::make_unique<OwnedScop>();
    llvm::Expected<RegionModel> OtherModel =
        modelRegionFor(Numbers, Code, Options, OtherOwn->Ctx);
    if (!OtherModel) {
      llvm::consumeError(OtherModel.takeError());
      continue;
    }
    SourceRegion Other;
    static_cast<RegionPlace &>(Other) = Result;
    setModel(Other, std::move(OtherOwn), std::move(*OtherModel));
    Result.Others.push_back(std::move(Other));
  }
  setModel(Result, std::move(Own), std::move(*Model));
  return true;
}
