#include <string>

namespace clang {
/// What a compiler of another release would answer.
std::string getClangFullVersion() { return "Some clang version 99.1.2"; }
} // namespace clang
