//===- CommandLine.cpp - Options of the rewriter --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "stevedore/Pipeline/OptionPairs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace stevedore;
using clang::tooling::CompilationDatabase;
using clang::tooling::FixedCompilationDatabase;

namespace {

/// Takes one argument after the other.
class ArgumentReader {
public:
  ArgumentReader(ArrayRef<const char *> Arguments, CommandLine &C)
      : Arguments(Arguments), C(C) {}
  Error read();

private:
  Error option(StringRef Argument);
  /// The value of the option \p Name: what stands after '=', or the next
  /// argument.
  Expected<std::string> value(StringRef Name, StringRef Argument);
  Error append(std::vector<std::string> &Target, StringRef Name,
               StringRef Argument);
  Error assign(std::string &Target, StringRef Name, StringRef Argument);

  ArrayRef<const char *> Arguments;
  size_t Next = 0;
  CommandLine &C;
};

} // namespace

Expected<std::string> ArgumentReader::value(StringRef Name,
                                            StringRef Argument) {
  size_t Equals = Argument.find('=');
  if (Equals != StringRef::npos)
    return Argument.substr(Equals + 1).str();
  if (Next < Arguments.size())
    return std::string(Arguments[Next++]);
  return createStringError("option '" + Name + "' needs a value");
}

Error ArgumentReader::append(std::vector<std::string> &Target, StringRef Name,
                             StringRef Argument) {
  Expected<std::string> Value = value(Name, Argument);
  if (!Value)
    return Value.takeError();
  Target.push_back(*Value);
  return Error::success();
}

Error ArgumentReader::assign(std::string &Target, StringRef Name,
                             StringRef Argument) {
  Expected<std::string> Value = value(Name, Argument);
  if (!Value)
    return Value.takeError();
  if (Value->empty())
    return createStringError("option '" + Name + "' needs a value");
  Target = *Value;
  C.O.Given[StringRef(Name).drop_front()] = *Value;
  return Error::success();
}

/// Flags for messages mean what they mean to Clang.
static bool isCompilerFlag(StringRef Argument) {
  return Argument == "-w" || Argument.starts_with("-W") ||
         Argument.starts_with("-R");
}

Error ArgumentReader::option(StringRef Argument) {
  StringRef Stripped = Argument.drop_while([](char D) { return D == '-'; });
  if (isCompilerFlag(Argument)) {
    C.ExtraArguments.push_back(Argument.str());
    return Error::success();
  }
  auto [Name, Value] = Stripped.split('=');
  if (Name == "o")
    return assign(C.Output, "-o", Argument);
  if (Name == "answer") {
    C.O.Run.WantsTextToo = true;
    return assign(C.Answer, "--answer", Argument);
  }
  if (Name == "p")
    return assign(C.BuildPath, "-p", Argument);
  if (Name == "extra-arg")
    return append(C.ExtraArguments, "--extra-arg", Argument);
  if (Name == "extra-arg-before")
    return append(C.ExtraArgumentsBefore, "--extra-arg-before", Argument);
  if (Stripped == "dry-run") {
    C.DryRun = true;
    C.O.Given[Stripped] = "";
    return Error::success();
  }
  if (Stripped == "statistics") {
    C.Statistics = true;
    C.O.Given[Stripped] = "";
    return Error::success();
  }
  if (Stripped == "i" || Stripped == "help" || Stripped == "h" ||
      Stripped == "version") {
    C.InPlace |= Stripped == "i";
    C.O.Given[Stripped] = "";
    C.Help |= Stripped.starts_with("h");
    C.Version |= Stripped == "version";
    return Error::success();
  }
  if (std::optional<StringRef> Jobs = jobsValue(Argument))
    return setOption(C.O, "j", *Jobs);
  for (const OptionInfo &Info : optionTable())
    if (Name == Info.Name && *Info.ValueName && !Stripped.contains('=')) {
      if (Next == Arguments.size())
        return createStringError("option '" + flagText(Info) +
                                 "' needs a value");
      return setOption(C.O, Name, Arguments[Next++]);
    }
  return setOption(C.O, Name, Value);
}

Error ArgumentReader::read() {
  while (Next < Arguments.size()) {
    StringRef Argument = Arguments[Next++];
    if (Argument == "-" || !Argument.starts_with("-")) {
      C.Files.push_back(Argument.str());
      continue;
    }
    if (Error E = option(Argument))
      return E;
  }
  return Error::success();
}

/// Statistics of no files in particular are those of all files of the database.
static bool takesWholeDatabase(const CommandLine &C) {
  return C.Statistics && !C.BuildPath.empty() && !C.Compilations;
}

static Error checkConsistency(CommandLine &C) {
  if (C.Help || C.Version)
    return Error::success();
  if (C.Files.empty() && !takesWholeDatabase(C))
    return createStringError("no input files");
  if (C.Compilations)
    C.O.Given[""] = "";
  Expected<std::vector<std::string>> Remarks = checkOptionPairs(C.O);
  if (!Remarks)
    return Remarks.takeError();
  C.Remarks = std::move(*Remarks);
  if (!C.Output.empty() && C.Files.size() > 1 && !C.Statistics)
    return createStringError("'-o' takes one input file");
  if (!C.Answer.empty() && C.Files.size() > 1)
    return createStringError("'--answer' takes one input file");
  return Error::success();
}

/// The database of -p, else one found next to the first file or above it, else
/// plain clang without flags.
static Error findCompilations(CommandLine &C) {
  if (C.Compilations || (C.Files.empty() && !takesWholeDatabase(C)))
    return Error::success();
  std::string Message;
  if (!C.BuildPath.empty())
    C.Compilations =
        CompilationDatabase::autoDetectFromDirectory(C.BuildPath, Message);
  else
    C.Compilations =
        CompilationDatabase::autoDetectFromSource(C.Files.front(), Message);
  if (!C.Compilations && !C.BuildPath.empty())
    return createStringError("no compilation database in '" + C.BuildPath +
                             "'");
  if (C.Files.empty()) {
    C.Files = C.Compilations->getAllFiles();
    if (C.Files.empty())
      return createStringError("no files in the compilation database of '" +
                               C.BuildPath + "'");
  }
  if (C.Compilations)
    C.Compilations =
        clang::tooling::inferMissingCompileCommands(std::move(C.Compilations));
  else
    C.Compilations = std::make_unique<FixedCompilationDatabase>(
        ".", std::vector<std::string>());
  return Error::success();
}

Error stevedore::parseCommandLine(std::vector<const char *> Arguments,
                                  CommandLine &C) {
  Arguments.insert(Arguments.begin(), "stevedore");
  int Count = Arguments.size();
  std::string Message;
  C.Compilations = FixedCompilationDatabase::loadFromCommandLine(
      Count, Arguments.data(), Message);
  if (!Message.empty())
    return createStringError(StringRef(Message).rtrim());
  if (Error E =
          ArgumentReader(ArrayRef(Arguments).slice(1, Count - 1), C).read())
    return E;
  if (Error E = checkConsistency(C))
    return E;
  return findCompilations(C);
}

static void addOption(raw_ostream &OS, const std::string &Left,
                      StringRef Help) {
  OS << "  " << Left;
  OS.indent(Left.size() < 30 ? 30 - Left.size() : 1) << Help << "\n";
}

std::string stevedore::helpText() {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "USAGE: stevedore [options] file.c ... [-- compiler flags]\n\n"
        "Rewrites affine loop nests into tiles with explicit load, compute "
        "and store phases.\n\nOPTIONS:\n";
  addOption(OS, "-o <file>", "write the result to this file");
  addOption(OS, "--answer=<file>",
            "write what --print and --evaluate say, but for lower bounds, to "
            "this file, and the result as without them");
  addOption(OS, "-i", "rewrite the files in place, all or none");
  addOption(OS, "--dry-run",
            "print what would change as a unified diff, and write nothing");
  addOption(OS, "--statistics",
            "count regions, statements and array references of the files, or "
            "of all files of the database of -p, and write no C");
  for (const OptionInfo &I : optionTable())
    addOption(OS, usageText(I), I.Help);
  addOption(OS, "-p <directory>", "directory of compile_commands.json");
  addOption(OS, "--extra-arg=<flag>", "add a compiler flag");
  addOption(OS, "--extra-arg-before=<flag>",
            "add a compiler flag before all others");
  addOption(OS, "-W<group>, -w",
            "control warnings as in clang; those of stevedore are in the group "
            "'stevedore'");
  addOption(OS, "-Rpass=stevedore", "print remarks on what was done");
  addOption(OS, "-Rpass-missed=stevedore",
            "print remarks on what was not done, and why, for all loops");
  addOption(OS, "-Rpass-analysis=stevedore",
            "print remarks on buffers, and what tiles load and store");
  addOption(OS, "--help", "print this text");
  addOption(OS, "--version", "print the version");
  return Text;
}

/// The directory known from the build, else the one that belongs to a clang
/// of the same version on the path.
std::string stevedore::resourceDirectory() {
  auto HasHeaders = [](const Twine &Directory) {
    return sys::fs::exists(Directory + "/include/stddef.h");
  };
  if (HasHeaders(STEVEDORE_RESOURCE_DIR))
    return STEVEDORE_RESOURCE_DIR;
  std::string Version = std::to_string(LLVM_VERSION_MAJOR);
  ErrorOr<std::string> Clang = sys::findProgramByName("clang-" + Version);
  SmallString<128> Real;
  if (!Clang || sys::fs::real_path(*Clang, Real))
    return "";
  std::string Found = (sys::path::parent_path(sys::path::parent_path(Real)) +
                       "/lib/clang/" + Version)
                          .str();
  return HasHeaders(Found) ? Found : "";
}
