"""How lit runs Stevedore's tests. Settings of a build come from the file
lit.site.cfg.py that CMake writes."""

import os
import re
import subprocess
import sys

import lit.formats
import lit.util


def prints_a_path(compiler, library):
    """Whether the compiler finds the library, so that -print-file-name answers
    with more than the name it was asked for."""
    if not compiler:
        return False
    answer = subprocess.run(
        [compiler, "-print-file-name=" + library],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return os.path.exists(answer.stdout.strip())


def has_flag(name):
    """Whether the processor is an x86 with that flag."""
    try:
        with open("/proc/cpuinfo") as lines:
            return any(line.startswith("flags") and name in line.split()
                       for line in lines)
    except OSError:
        return False


def add_features():
    """gcc, clang: the compiler exists. gcc-sanitizers, clang-sanitizers: its
    address and undefined-behaviour runtimes do; c-sanitizers: one of them.
    stevedore, stevedore-opt, plugin: built. opt, flang: LLVM's are there. rustc:
    see has_rustc(). fma: x86 with that instruction.
    systemc: its headers are there. gdb, git: the programs exist."""
    features = {
        "gcc": bool(config.gcc),
        "clang": bool(config.clang),
        "gcc-sanitizers": prints_a_path(config.gcc, "libasan.so"),
        "clang-sanitizers": any(
            prints_a_path(config.clang, name)
            for name in ("libclang_rt.asan.a", "libclang_rt.asan-x86_64.a",
                         "libclang_rt.asan-aarch64.a")),
        "stevedore": os.path.exists(tool("stevedore")),
        "stevedore-opt": os.path.exists(tool("stevedore-opt")),
        "plugin": os.path.exists(config.stevedore_plugin),
        "opt": os.path.exists(os.path.join(config.llvm_tools, "opt")),
        "flang": os.path.exists(os.path.join(config.llvm_tools, "flang")),
        "rustc": has_rustc(),
        "fma": has_flag("fma"),
        "systemc": os.path.exists("/usr/include/systemc"),
        **{name: bool(lit.util.which(name, os.environ.get("PATH", "")))
           for name in ("gdb", "git")},
    }
    features["c-sanitizers"] = (
        features["gcc-sanitizers"] or features["clang-sanitizers"])
    config.available_features.update(
        name for name, present in features.items() if present)


def has_rustc():
    """Whether there is a Rust compiler whose LLVM IR is not newer than ours."""
    path = lit.util.which("rustc", os.environ.get("PATH", ""))
    if not path:
        return False
    text = subprocess.run([path, "-vV"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout
    version = re.search(r"^LLVM version: (\d+)", text, re.M)
    return bool(version) and int(version.group(1)) <= 22


def tool(name):
    return os.path.join(config.stevedore_tools, name)


def sanitizing_compiler():
    """A command that compiles C with the address and undefined-behaviour
    sanitizers, every report fatal."""
    compiler = (config.gcc if "gcc-sanitizers" in config.available_features
                else config.clang)
    return (compiler + " -g -fsanitize=address,undefined"
            " -fno-sanitize-recover=all -fno-omit-frame-pointer")


def add_substitutions():
    """Longer names first: lit applies them in this order."""
    source = config.stevedore_source
    config.substitutions += [
        ("%stevedore-opt", tool("stevedore-opt")),
        (r"%stevedore\b", tool("stevedore")),
        ("%clang_plugin", config.clang + " -fplugin=" + config.stevedore_plugin),
        (r"%clang\+\+", config.clang + " --driver-mode=g++"),
        (r"%clang\b", config.clang),
        (r"%opt\b", os.path.join(config.llvm_tools, "opt")),
        (r"%flang\b", os.path.join(config.llvm_tools, "flang")),
        (r"%rustc\b", "rustc"),
        (r"%gcc\b", config.gcc),
        ("%sanitize", sanitizing_compiler()),
        ("%plugin", config.stevedore_plugin),
        ("%python", sys.executable),
        ("%cmake", config.cmake),
        ("%cxx", config.cxx_compiler),
        ("%llvm-cmake", config.llvm_cmake),
        ("%project", source),
        ("%build", config.stevedore_build),
        ("%examples", os.path.join(source, "examples")),
        ("%tools", config.stevedore_tools),
    ]


config.name = "Stevedore"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.suffixes = [".c", ".cpp", ".stv", ".test"]
config.excludes = ["Inputs", "harness", "path", "tools", "CMakeLists.txt"]
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.test_source_root, "path"), config.stevedore_tools,
     config.llvm_tools, os.environ.get("PATH", "")])
config.environment["STEVEDORE_FILECHECK"] = os.path.join(
    config.llvm_tools, "FileCheck")
config.environment["ASAN_OPTIONS"] = "detect_leaks=1:abort_on_error=0"

add_features()
add_substitutions()

supported, _ = lit.util.killProcessAndChildrenIsSupported()
if supported and lit_config.maxIndividualTestTime == 0:
    lit_config.maxIndividualTestTime = 600
