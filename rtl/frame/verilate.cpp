#include "rtl/frame/verilate.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "models/catalogue/installation.hpp"
#include "models/system/file_lock.hpp"
#include "models/system/process.hpp"
#include "models/system/scratch.hpp"
#include "rtl/frame/toolchain.hpp"
#include "rtl/frame/users_file.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Files = std::map<fs::path, std::string>;  ///< with their content

std::string text_of(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file || fs::is_directory(path)) {
    throw UnusableSource{"The file " + path.string() + " cannot be read."};
  }
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream file{path, std::ios::binary | std::ios::trunc};
  file << text;
  if (!file.flush()) throw UnusableSource{"The file " + path.string() + " cannot be written."};
}

Words split(const std::string& text, char separator) {
  Words words;
  std::istringstream stream{text};
  for (std::string word; std::getline(stream, word, separator);) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

/// The first group of all that `pattern` finds.
Words found_in(const std::string& text, const std::string& pattern) {
  const std::regex all{pattern};
  Words found;
  for (std::sregex_iterator at{text.begin(), text.end(), all}, end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

using Clock = std::chrono::steady_clock;

/// Runs a command in `folder`. `waits` is called twice a second.
ToolEnded run(const fs::path& folder, const Words& command,
              const std::function<void()>& waits = {}) {
  constexpr int kNoProgram = 127;
  Tool tool{command, folder};
  if (tool.started()) {
    ToolEnded ended = tool.end(std::nullopt, waits);
    if (ended.status != kNoProgram) return ended;
  }
  throw UnusableSource{command[0] +
                       " cannot be run, and without it no twin of this size can be made."};
}

/// The folders in which modules are looked for by the names of their files; packages are in rtl/.
std::vector<fs::path> folders(const TwinSource& source) {
  std::set<fs::path> rooms{source.reference.parent_path()};
  for (const auto& room : fs::directory_iterator{source_folder() / "rtl"}) {
    if (room.is_directory()) rooms.insert(room.path());
  }
  std::vector<fs::path> found(rooms.begin(), rooms.end());
  if (!source.users_file.empty()) {
    found.insert(found.begin(), fs::absolute(source.users_file).parent_path());
  }
  found.push_back(source_folder() / "rtl");
  return found;
}

constexpr const char* kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";  ///< of names

/// A file and all in its folders that it, or one of them, names: what Verilator may read.
Files files_of(const TwinSource& source) {
  std::map<std::string, fs::path, std::less<>> by_name;
  for (const fs::path& folder : folders(source)) {
    for (const auto& file : fs::directory_iterator{folder}) {
      const std::string ending = file.path().extension();
      if (ending != ".sv" && ending != ".svh" && ending != ".v" && ending != ".vh") continue;
      by_name.emplace(file.path().stem(), file.path());
    }
  }
  Files files;
  std::vector<fs::path> open{fs::absolute(source.file())};
  while (!open.empty()) {
    const fs::path path = open.back();
    open.pop_back();
    if (files.contains(path)) continue;
    const std::string& text = files[path] = text_of(path);
    for (std::size_t at = 0, end = 0; (at = text.find_first_of(kLetters, end)) < text.size();) {
      end = std::min(text.find_first_not_of(kLetters, at), text.size());
      const auto named = by_name.find(std::string_view{text}.substr(at, end - at));
      if (named != by_name.end()) open.push_back(named->second);
    }
  }
  return files;
}

/// The module of a file that stands for `block`: of that name, else of the file's, else the only
/// one.
std::string top_of(const TwinSource& source) {
  const std::regex comment{R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/)"};
  const Words modules = found_in(std::regex_replace(text_of(source.file()), comment, " "),
                                 R"(\bmodule\s+(?:automatic\s+|static\s+)?(\w+))");
  for (const std::string& wanted : {source.block, source.file().stem().string()}) {
    if (std::ranges::find(modules, wanted) != modules.end()) return wanted;
  }
  if (modules.size() == 1) return modules.front();
  throw UnusableSource{"The file " + source.file().string() + " has " +
                       (modules.empty() ? "no module" : "several modules") +
                       ": one of them must be named " + source.block +
                       ", the block in whose place it is to stand."};
}

/// Verilator's command for a module of a file or of those that it names. Packages are read first.
Words verilator(const TwinSource& source, const Files& files, const std::string& top,
                const Parameters& parameters) {
  Words command{toolchain::kVerilator,   "-Wall",   "--assert",     "-fno-reloop",
                "--x-initial",           "unique",  "--x-assign",   "unique",
                "--timescale",           "1ns/1ns", "--top-module", top,
                "--output-split-cfuncs", "100"};  // compilers take too long for long functions
  if (!source.users_file.empty()) {
    // What makes no sense is an error; matters of style are told.
    command.insert(command.end(), {"-Wno-fatal", "-Wno-DECLFILENAME", "-Werror-UNOPTFLAT",
                                   "-Werror-MULTIDRIVEN", "-Werror-LATCH", "-Werror-COMBDLY"});
  }
  for (const auto& [name, value] : parameters) {
    const std::regex flag{R"(\bparameter\s+bit\s+)" + name + R"(\b)"};
    const bool one_bit = std::ranges::any_of(
        files, [&](const auto& file) { return std::regex_search(file.second, flag); });
    command.push_back("-G" + name + (one_bit ? "=1'b" : "=") + std::to_string(value));
  }
  if (!source.users_file.empty()) command.emplace_back("-I.");  // where it has been copied to
  for (const fs::path& folder : folders(source)) command.push_back("-I" + folder.string());
  const fs::path file = fs::absolute(source.file());
  const std::string package = R"((?:^|\n)\s*package\s+(\w+))";
  const Words own = found_in(files.at(file), package);
  for (const auto& [path, text] : files) {
    const Words packages = found_in(text, package);
    if (path == file || packages.empty()) continue;
    if (std::ranges::find(own, packages.front()) == own.end()) command.push_back(path);
  }
  // A user's file is named without its path: so that is in none of the messages.
  command.push_back(source.users_file.empty() ? file : file.filename());
  return command;
}

/// What Verilator says, without what it adds to every message and what it reports of itself.
std::string words_of(const std::string& output) {
  static const std::regex added{
      R"(^- |\.\.\. (For|Use) |Exiting due to|\.\.\. See the manual|\.\.\. Location of)"
      R"(|: \.\.\. note: In file included|\.\.\. Looked in:|^ {13}[^ |]+$)"};
  std::string text;
  for (const std::string& line : split(output, '\n')) {
    if (!std::regex_search(line, added)) text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

/// Those of its messages that begin with `kind`, without what it says of itself.
std::string messages_of(const std::string& output, const std::string& kind) {
  std::string text;
  bool wanted = false;
  for (const std::string& line : split(output, '\n')) {
    if (line.starts_with('%')) {
      wanted = line.starts_with(kind) && line.find("Internal Error") == std::string::npos;
    }
    if (wanted) text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

/// A line for each.
std::string lines_of(const Words& sentences) {
  std::string text;
  for (const std::string& one : sentences) text += one + '\n';
  return text;
}

/// `block`: whose pins are to be there, whatever else is wrong.
[[noreturn]] void refuse(const TwinSource& source, const std::string& output,
                         const ModuleFace& block = {}) {
  const std::string errors = messages_of(words_of(output), "%Error");
  throw UnusableSource{"No twin of " + source.block + " can be made of the file " +
                       source.file().string() + ".\n" +
                       lines_of(missing_names(source, text_of(source.file()), block)) +
                       meaning_of(messages_of(output, "%Error")) + "Verilator says:\n" +
                       (errors.empty() ? words_of(output) : errors)};
}

/// What a module says of itself: Verilator reads it, and makes nothing of it. Parameters that it
/// does not have are left out. No face: this Verilator writes no XML.
ModuleFace face_of(const TwinSource& source, const Files& files, const std::string& top,
                   Parameters parameters, const fs::path& folder) {
  const fs::path xml = folder / "face.xml";
  const auto linted = [&] {
    Words command = verilator(source, files, top, parameters);
    std::erase_if(command, [](const std::string& word) { return word.starts_with("-W"); });
    command.insert(command.end(),
                   {"--xml-only", "--xml-output", xml, "-Wno-fatal", "-Wno-lint", "-Wno-style"});
    return run(folder, command);
  };
  ToolEnded ended = linted();
  static const std::regex absent{R"(Parameters from the command line were not found[^:]*: (.*))"};
  if (std::smatch match; std::regex_search(ended.said, match, absent)) {
    const Words names = found_in(match[1], R"((\w+))");
    std::erase_if(parameters, [&](const auto& one) {
      return std::ranges::find(names, one.first) != names.end();
    });
    ended = linted();
  }
  ModuleFace face;
  if (ended.said.find("Invalid option: --xml") != std::string::npos) return face;
  if (ended.status != 0) {
    face.errors = ended.said;
    return face;
  }
  face = ModuleFace::read(xml, source);
  if (face.wrong.empty()) {  // of a `wire` it says so here alone
    face.wrong = split(meaning_of(messages_of(ended.said, "%Warning-MULTIDRIVEN")), '\n');
  }
  return face;
}

/// Judges a user's file by what it says of itself, before anything is made of it. What a reader
/// should know all the same, in lines.
std::string judged(const TwinSource& source, const Files& files, const std::string& top,
                   const Parameters& parameters, const fs::path& folder) {
  const TwinSource block{source.block, source.reference, {}};
  const ModuleFace own = face_of(block, files_of(block), block.block, parameters, folder);
  if (!own.errors.empty()) refuse(block, own.errors);
  ModuleFace users = face_of(source, files, top, parameters, folder);
  if (!users.errors.empty()) refuse(source, users.errors, own);
  if (own.pins.empty() || users.pins.empty()) return {};
  Words wrong = misfits(source, own, users);
  wrong.insert(wrong.end(), users.wrong.begin(), users.wrong.end());
  if (!wrong.empty()) {
    std::string text = lines_of(wrong);
    text.pop_back();
    throw UnusableSource{"The file " + source.users_file.string() +
                         " cannot stand in the place of " + source.block + ":\n" + text};
  }
  return lines_of(users.told);
}

/// The only C++ file of the library: all that Verilator made, and a list of the pins.
std::string library_source(const std::string& prefix, const fs::path& folder) {
  std::set<std::string> made;
  for (const auto& file : fs::directory_iterator{folder}) {
    if (file.path().extension() == ".cpp") made.insert(file.path().filename());
  }
  std::string text;
  for (const std::string& file : made) text += "#include \"" + file + "\"\n";
  text += "#include \"" + prefix + ".h\"\n\nextern \"C\" " +
          "__attribute__((visibility(\"default\"))) plexus::verilated_if* " + kVerilatedMaker +
          "(VerilatedContext& context, const char* name) {\n" +
          "  return new plexus::verilated_model<" + prefix + ">{context, name, [](" + prefix +
          "& top) {\n    return std::vector<plexus::VerilatedPin>{";
  static const std::regex pin{R"(VL_(IN|OUT|INOUT)(?:8|16|64|W|)\(&(\w+),(\d+),(\d+))"};
  const std::string header = text_of(folder / (prefix + ".h"));
  for (std::sregex_iterator at{header.begin(), header.end(), pin}, end; at != end; ++at) {
    const std::string name = (*at)[2];
    text += "\n      {\"" + name + "\", &top." + name + ", " + (*at)[3].str() + " - " +
            (*at)[4].str() + " + 1, " + ((*at)[1] == "IN" ? "true" : "false") + "},";
  }
  return text + "};\n  }};\n}\n";
}

/// Tells who waits for a library.
class Wait {
 public:
  explicit Wait(const TwinSource& source) : source_{&source} {}

  void operator()() const {
    using Seconds = std::chrono::duration<double>;
    const double past = Seconds{Clock::now() - begin_}.count();
    if (source_->tell && past >= 2) {
      source_->tell("making the twin " + source_->block + ", " +
                        std::to_string(static_cast<int>(past)) + " s",
                    false);
    }
  }
  /// Before the compiler starts: by how many statements of C++ there are. It takes 1 to 4 ms for
  /// one, the more the longer the functions are.
  void tell_if_long(const fs::path& made) const {
    constexpr double kStatementsPerSecond = 500;
    constexpr double kLong = 8;  // seconds
    std::ptrdiff_t statements = 0;
    for (const auto& file : fs::directory_iterator{made}) {
      if (file.path().extension() == ".cpp") {
        statements += std::ranges::count(text_of(file.path()), ';');
      }
    }
    const double seconds = static_cast<double>(statements) / kStatementsPerSecond;
    if (!source_->tell || seconds < kLong) return;
    source_->tell(
        "The twin " + source_->block + " is large in this size, and takes the compiler some " +
            std::to_string(static_cast<int>(seconds)) + " s; it is kept, and made no second time.",
        true);
  }

 private:
  const TwinSource* source_;
  Clock::time_point begin_ = Clock::now();
};

/// What all libraries include takes longer than a small block: GCC compiles it once.
fs::path compiled_header();

/// The compiler's command, without files.
Words compiler() {
  Words command = split(toolchain::kCompile, ';');
  const std::string header = header_prefix() + "rtl/frame/verilated_model.hpp";
  if (std::string_view{toolchain::kVersions}.find(" GNU ") != std::string_view::npos) {
    command.push_back("-I" + compiled_header().string());
  }
  command.insert(command.end(), {"-I" + header_folder().string(), "-include", header});
  return command;
}

/// Makes the library `name` in `folder`, in which nothing else is left than `model.so` and `lint`.
void make_library(const TwinSource& source, const Files& files, const Parameters& parameters,
                  VerilatedExtras extras, const std::string& name, const fs::path& folder) {
  const fs::path made = folder / "made";
  fs::create_directories(made);
  if (!source.users_file.empty()) {
    write(made / source.users_file.filename(), files.at(fs::absolute(source.users_file)));
  }
  const std::string top = top_of(source);
  std::string told;
  if (!source.users_file.empty()) told = judged(source, files, top, parameters, made);
  Words make = verilator(source, files, top, parameters);
  make.insert(make.end(), {"--cc", "--prefix", 'V' + name, "--Mdir", "."});
  if (extras.wave) make.emplace_back("--trace");
  if (extras.coverage) make.emplace_back("--coverage");
  const Wait wait{source};
  const ToolEnded verilated = run(made, make, wait);
  if (verilated.status != 0) refuse(source, verilated.said);
  const std::string lint = words_of(verilated.said);
  if (lint.empty() && !told.empty()) told.pop_back();
  write(folder / "lint", told + lint);
  write(made / "model.cc", library_source('V' + name, made));
  wait.tell_if_long(made);
  Words compile = compiler();
  compile.insert(compile.end(), {"-I.", "-shared", "model.cc", "-o", "../model.so"});
  const ToolEnded compiled = run(made, compile, wait);
  if (compiled.status != 0) {
    throw UnusableSource{"The C++ that Verilator made of " + source.file().string() +
                         " cannot be compiled:\n" + compiled.said};
  }
  fs::remove_all(made);
}

Verilated load(const fs::path& folder) {
  void* const library = dlopen((folder / "model.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const maker = library == nullptr ? nullptr : dlsym(library, kVerilatedMaker);
  if (maker == nullptr) {
    throw UnusableSource{"The library of a twin cannot be loaded: " + std::string{dlerror()} +
                         ". Remove the folder " + folder.string() + " and try again."};
  }
  return {reinterpret_cast<VerilatedMaker>(maker), text_of(folder / "lint")};
}

/// All that a library depends on: equal texts make equal libraries.
std::string recipe_of(const TwinSource& source, const Parameters& parameters,
                      VerilatedExtras extras, const Files& files) {
  std::ostringstream recipe;
  recipe << source.block << '\n' << source.users_file.filename().string() << '\n';
  for (const auto& [name, value] : parameters) recipe << name << '=' << value << '\n';
  recipe << (extras.wave ? "with waves\n" : "") << (extras.coverage ? "with coverage\n" : "")
         << toolchain::kVersions << '\n'
         << toolchain::kCompile << '\n'
         << toolchain::kFrame << '\n';
  std::set<std::string> contents;  // in an order that no path decides
  for (const auto& [path, text] : files) contents.insert(path.filename().string() + '\n' + text);
  for (const std::string& text : contents) recipe << text << '\0';
  return recipe.str();
}

/// What `make(folder, name)` puts into a folder, whole or not at all: once for each recipe.
fs::path made_once(const std::string& kind, const std::string& recipe, const auto& make) {
  const std::uint64_t hash = short_number(recipe);
  std::ostringstream name;
  name << kind << '_' << std::hex << hash;
  const fs::path folder = kept_folder("verilated");
  const fs::path kept = folder / name.str();
  const auto whole = [&] {
    std::error_code absent;
    return fs::exists(kept / "recipe", absent) && text_of(kept / "recipe") == recipe;
  };
  if (whole()) return kept;
  std::error_code failed;
  fs::create_directories(folder, failed);
  const FileLock lock{folder / ".locks", {.byte = static_cast<std::int64_t>(hash >> 32)}};
  if (whole()) return kept;
  const fs::path making = kept.string() + ".making";
  fs::remove_all(making, failed);  // of a process that was killed
  fs::remove_all(kept, failed);    // of another recipe
  if (!fs::create_directory(making, failed)) {
    throw UnusableSource{"The folder " + folder.string() + " cannot be written."};
  }
  const RemovedIfEnded unfinished{making.c_str()};
  try {
    write(making / "recipe", recipe);
    make(making, name.str());
  } catch (...) {
    fs::remove_all(making, failed);
    throw;
  }
  fs::rename(making, kept);
  return kept;
}

fs::path compiled_header() {
  const auto make = [](const fs::path& folder, const std::string& /*name*/) {
    const fs::path header = fs::path{header_prefix()} / "rtl/frame/verilated_model.hpp";
    const fs::path made = folder / header;
    fs::create_directories(made.parent_path());
    Words compile = split(toolchain::kCompile, ';');
    compile.insert(compile.end(), {"-I" + header_folder().string(), "-x", "c++-header",
                                   header_folder() / header, "-o", made.string() + ".gch"});
    const ToolEnded compiled = run(folder, compile);
    if (compiled.status != 0) {
      throw UnusableSource{"The header of all twins cannot be compiled:\n" + compiled.said};
    }
  };
  const std::string recipe = std::string{toolchain::kVersions} + '\n' + toolchain::kCompile + '\n' +
                             toolchain::kFrame + '\n' + header_folder().string();
  return made_once("header", recipe, make);
}

}  // namespace

void require_usable(const TwinSource& source, const Parameters& parameters) {
  const ScratchFolder folder;
  const Files files = files_of(source);
  write(folder.path() / source.users_file.filename(), files.at(fs::absolute(source.users_file)));
  judged(source, files, top_of(source), parameters, folder.path());
}

Verilated verilate(const TwinSource& source, const Parameters& parameters, VerilatedExtras extras) {
  static std::map<std::string, Verilated> loaded;  // by recipe: libraries stay for good
  const Files files = files_of(source);
  const std::string recipe = recipe_of(source, parameters, extras, files);
  if (const auto known = loaded.find(recipe); known != loaded.end()) return known->second;
  const auto make = [&](const fs::path& folder, const std::string& name) {
    make_library(source, files, parameters, extras, name, folder);
  };
  return loaded[recipe] = load(made_once(source.block, recipe, make));
}

}  // namespace plexus
