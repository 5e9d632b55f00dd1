#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Scop/Text.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;

static const char Text[] =
    "domain:     \"[N] -> { S0[i, j] : 0 <= i < N and 0 <= j < N }\"\n"
    "reads:      \"{ S0[i, j] -> A[i, j] }\"\n"
    "mustWrites: \"{ S0[i, j] -> B[j, i] }\"\n"
    "schedule:   \"{ S0[i, j] -> [i, j] }\"\n";

int main() {
  IslContext Ctx;
  auto In = readText(llvm::MemoryBufferRef(Text, "transpose"), Ctx);
  if (!In) {
    llvm::errs() << llvm::toString(In.takeError()) << "\n";
    return 1;
  }
  Options O;
  if (llvm::Error E = setOption(O, "reuse", "nest")) {
    llvm::errs() << llvm::toString(std::move(E)) << "\n";
    return 1;
  }
  RegionResult R = runPipeline(*In->Program, O);
  for (const Level &L : R.Plan.Levels)
    llvm::outs() << "band of " << L.Tiles.SizeNames.size()
                 << " dimensions\n";
  llvm::outs() << (R.Transformed ? "proved" : R.Reason) << "\n";
  return 0;
}
