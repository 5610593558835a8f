#include "rtl/frame/verilate.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "rtl/frame/toolchain.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Files = std::map<fs::path, std::string>;  ///< with their content

std::string read(const fs::path& path) {
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

/// 64 bits of FNV-1a: for the names of folders, never to tell content apart.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

/// Held by one process at a time for each `byte` of a file that all of them share. It goes with the
/// process.
class Lock {
 public:
  explicit Lock(off_t byte)
      : file_{open((kept_folder() / ".locks").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)} {
    struct flock one {};
    one.l_type = F_WRLCK;
    one.l_whence = SEEK_SET;
    one.l_start = byte;
    one.l_len = 1;
    while (file_ >= 0 && fcntl(file_, F_OFD_SETLKW, &one) < 0 && errno == EINTR) {
    }
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() {
    if (file_ >= 0) close(file_);
  }

 private:
  int file_;
};

struct Ended {
  int status = 0;
  std::string output;
};

/// Runs a command in `folder` and takes all that it prints.
Ended run(const fs::path& folder, const Words& command) {
  const auto quoted = [](const std::string& word) {
    return '\'' + std::regex_replace(word, std::regex{"'"}, "'\\''") + '\'';
  };
  std::string line = "cd " + quoted(folder) + " && exec";
  for (const std::string& word : command) line += ' ' + quoted(word);
  std::FILE* const pipe = popen((line + " 2>&1").c_str(), "r");
  Ended ended;
  char piece[4096];
  for (std::size_t got = 0; pipe != nullptr && (got = fread(piece, 1, sizeof piece, pipe)) > 0;) {
    ended.output.append(piece, got);
  }
  const int status = pipe == nullptr ? -1 : pclose(pipe);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  if (pipe != nullptr && ended.status != 127) return ended;
  throw UnusableSource{command[0] +
                       " cannot be run, and without it no twin of this size can be made."};
}

/// The folders in which modules are looked for by the names of their files; packages are in rtl/.
std::vector<fs::path> folders(const TwinSource& source) {
  std::set<fs::path> rooms{source.reference.parent_path()};
  for (const auto& room : fs::directory_iterator{fs::path{toolchain::kSources} / "rtl"}) {
    if (room.is_directory()) rooms.insert(room.path());
  }
  std::vector<fs::path> found(rooms.begin(), rooms.end());
  if (!source.users_file.empty()) {
    found.insert(found.begin(), fs::absolute(source.users_file).parent_path());
  }
  found.push_back(fs::path{toolchain::kSources} / "rtl");
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
    const std::string& text = files[path] = read(path);
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
  const Words modules = found_in(std::regex_replace(read(source.file()), comment, " "),
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
  Words command{toolchain::kVerilator, "-Wall",   "--assert",     "-fno-reloop",
                "--timescale",         "1ns/1ns", "--top-module", top};
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
  for (const fs::path& folder : folders(source)) command.push_back("-I" + folder.string());
  const fs::path file = fs::absolute(source.file());
  for (const auto& [path, text] : files) {
    static const std::regex package{R"(^\s*package\b)", std::regex::multiline};
    if (path != file && std::regex_search(text, package)) command.push_back(path);
  }
  command.push_back(file);
  return command;
}

/// What Verilator says, without what it adds to every message and what it reports of itself.
std::string words_of(const std::string& output) {
  static const std::regex added{
      R"(^- |\.\.\. (For|Use) |Exiting due to|\.\.\. See the manual|\.\.\. Location of)"
      R"(|: \.\.\. note: In file included)"};
  std::string text;
  for (const std::string& line : split(output, '\n')) {
    if (!std::regex_search(line, added)) text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

/// Those of its messages that begin with `kind`, and of them those with `part` in the first line.
std::string messages_of(const std::string& output, const std::string& kind,
                        const std::string& part = {}) {
  std::string text;
  bool wanted = false;
  for (const std::string& line : split(output, '\n')) {
    if (line.starts_with('%')) {
      wanted = line.starts_with(kind) && line.find(part) != std::string::npos;
    }
    if (wanted) text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

[[noreturn]] void refuse(const TwinSource& source, const std::string& output) {
  const std::string errors = messages_of(words_of(output), "%Error");
  throw UnusableSource{"Verilator cannot make a twin of " + source.block + " of the file " +
                       source.file().string() + ":\n" +
                       (errors.empty() ? words_of(output) : errors)};
}

/// Has a user's file the block's pins and parameters? Verilator says it, of a module that has them
/// and connects them.
void check_pins(const TwinSource& source, const Files& files, const std::string& top,
                const Parameters& parameters, const fs::path& folder) {
  std::string header = read(source.reference);
  header.erase(0, header.find("module " + source.block));
  header.resize(header.find("\n);") + 4);
  const std::string wrapper = "pins_of_" + source.block;
  header.replace(0, 7 + source.block.size(), "module " + wrapper);
  const auto joined = [](const Words& names) {
    std::string text;
    for (const std::string& one : names) {
      text += (text.empty() ? "." : ", .") + one + '(' + one + ')';
    }
    return text;
  };
  Words sizes;
  for (const auto& [name, value] : parameters) sizes.push_back(name);
  write(folder / (wrapper + ".sv"),
        header + "  " + top + " #(" + joined(sizes) + ") twin (" +
            joined(found_in(header, R"((?:input|output)\s+logic\s*(?:\[[^\]]*\])?\s*(\w+))")) +
            ");\nendmodule\n");
  Words lint = verilator(source, files, wrapper, parameters);
  lint.insert(lint.end(), {"--lint-only", "-Wno-PINMISSING", "-Wno-UNUSEDPARAM", wrapper + ".sv"});
  const Ended linted = run(folder, lint);
  if (linted.status != 0) refuse(source, linted.output);
  // Warnings about the connections are errors: pins of other widths or directions.
  const std::string wrong = messages_of(linted.output, "%Warning", ": " + wrapper + ".sv:");
  if (!wrong.empty()) refuse(source, wrong);
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
  const std::string header = read(folder / (prefix + ".h"));
  for (std::sregex_iterator at{header.begin(), header.end(), pin}, end; at != end; ++at) {
    const std::string name = (*at)[2];
    text += "\n      {\"" + name + "\", &top." + name + ", " + (*at)[3].str() + " - " +
            (*at)[4].str() + " + 1, " + ((*at)[1] == "IN" ? "true" : "false") + "},";
  }
  return text + "};\n  }};\n}\n";
}

/// Makes the library `name` in `folder`, in which nothing else is left than `model.so` and `lint`.
void make_library(const TwinSource& source, const Files& files, const Parameters& parameters,
                  bool wave, const std::string& name, const fs::path& folder) {
  const fs::path made = folder / "made";
  fs::create_directories(made);
  const std::string top = top_of(source);
  if (!source.users_file.empty()) check_pins(source, files, top, parameters, made);
  Words make = verilator(source, files, top, parameters);
  make.insert(make.end(), {"--cc", "--prefix", 'V' + name, "--Mdir", "."});
  if (wave) make.emplace_back("--trace");
  const Ended verilated = run(made, make);
  if (verilated.status != 0) refuse(source, verilated.output);
  write(folder / "lint", words_of(verilated.output));
  write(made / "model.cc", library_source('V' + name, made));
  Words compile = split(toolchain::kCompile, ';');
  compile.insert(compile.end(), {"-I.", "-shared", "model.cc", "-o", "../model.so"});
  const Ended compiled = run(made, compile);
  if (compiled.status != 0) {
    throw UnusableSource{"The C++ that Verilator made of " + source.file().string() +
                         " cannot be compiled:\n" + compiled.output};
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
  return {reinterpret_cast<VerilatedMaker>(maker), read(folder / "lint")};
}

/// All that a library depends on: equal texts make equal libraries.
std::string recipe_of(const TwinSource& source, const Parameters& parameters, bool wave,
                      const Files& files) {
  std::ostringstream recipe;
  recipe << source.block << '\n' << source.users_file.filename().string() << '\n';
  for (const auto& [name, value] : parameters) recipe << name << '=' << value << '\n';
  recipe << (wave ? "with waves\n" : "") << toolchain::kVersions << '\n'
         << toolchain::kCompile << '\n';
  const fs::path frame = fs::path{toolchain::kSources} / "rtl/frame";
  for (const char* file : {"verilate.cpp", "verilated_if.hpp", "verilated_model.hpp"}) {
    recipe << read(frame / file);
  }
  for (const auto& [path, text] : files) recipe << path.filename().string() << '\n' << text << '\0';
  return recipe.str();
}

/// What `make(folder, name)` puts into a folder, whole or not at all: once for each recipe.
fs::path made_once(const std::string& kind, const std::string& recipe, const auto& make) {
  const std::uint64_t hash = hash_of(recipe);
  std::ostringstream name;
  name << kind << '_' << std::hex << hash;
  const fs::path kept = kept_folder() / name.str();
  const auto whole = [&] {
    std::error_code absent;
    return fs::exists(kept / "recipe", absent) && read(kept / "recipe") == recipe;
  };
  if (whole()) return kept;
  std::error_code failed;
  fs::create_directories(kept_folder(), failed);
  const Lock lock{static_cast<off_t>(hash >> 32)};
  if (whole()) return kept;
  const fs::path making = kept.string() + ".making";
  fs::remove_all(making, failed);  // of a process that was killed
  fs::remove_all(kept, failed);    // of another recipe
  if (!fs::create_directory(making, failed)) {
    throw UnusableSource{std::string{"The folder "} + toolchain::kKept + " cannot be written."};
  }
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

}  // namespace

fs::path kept_folder() { return toolchain::kKept; }

Verilated verilate(const TwinSource& source, const Parameters& parameters, bool wave) {
  static std::map<std::string, Verilated> loaded;  // by recipe: libraries stay for good
  const Files files = files_of(source);
  const std::string recipe = recipe_of(source, parameters, wave, files);
  if (const auto known = loaded.find(recipe); known != loaded.end()) return known->second;
  const auto make = [&](const fs::path& folder, const std::string& name) {
    make_library(source, files, parameters, wave, name, folder);
  };
  return loaded[recipe] = load(made_once(source.block, recipe, make));
}

}  // namespace plexus
