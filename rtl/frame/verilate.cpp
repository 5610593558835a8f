#include "rtl/frame/verilate.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "rtl/frame/toolchain.hpp"

extern char** environ;

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

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

/// 64 bits of FNV-1a: for the names of folders, never to tell content apart.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  return hash;
}

/// A lock on a byte of a file, which all processes share: one at a time does what it stands for. It
/// goes with the process.
class Lock {
 public:
  Lock(const fs::path& path, off_t byte)
      : file_{open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)} {
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

constexpr off_t kFolders = 0;  ///< byte that stands for the making and clearing of folders
constexpr off_t kFirstLibrary = 1;

fs::path locks() { return fs::path{toolchain::kKept} / ".locks"; }

/// Takes a lock on a folder, if nobody who lives has it. Negative: somebody has.
int lock_folder(const fs::path& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
  if (folder >= 0) close(folder);
  return -1;
}

/// Folder of what is being made: short, since every run looks through it.
fs::path work_folders() { return fs::path{toolchain::kKept} / ".work"; }

/// Removes what processes that were killed have left.
void clear_work() {
  const Lock lock{locks(), kFolders};
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator{work_folders(), absent}) {
    const int folder = lock_folder(entry.path());
    if (folder < 0) continue;
    fs::remove_all(entry.path(), absent);
    close(folder);
  }
}

/// A folder that is gone with all that is in it, unless it has been renamed. Locked: it is in use.
class WorkFolder {
 public:
  WorkFolder() {
    const Lock lock{locks(), kFolders};
    std::string pattern = work_folders() / "XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      throw UnusableSource{std::string{"The folder "} + toolchain::kKept + " cannot be written."};
    }
    path_ = pattern;
    folder_ = lock_folder(path_);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    if (folder_ >= 0) close(folder_);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  int folder_ = -1;
};

/// What is ready in a folder appears, whole, as `kept`.
void keep(const WorkFolder& ready, const fs::path& kept) {
  std::error_code ignored;
  fs::remove_all(kept, ignored);  // of another recipe
  fs::rename(ready.path(), kept);
}

struct Ended {
  int status = 0;
  std::string output;
};

/// Runs a command in `folder` and takes all that it prints.
Ended run(const fs::path& folder, const Words& command) {
  const fs::path log = folder / "log";
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t process = 0;
  const int failed =
      posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    throw UnusableSource{command[0] +
                         " cannot be run, and without it no twin of this size can be made."};
  }
  Ended ended;
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  ended.output = read(log);
  return ended;
}

/// The folders in which modules are looked for by the names of their files.
std::vector<fs::path> folders(const TwinSource& source) {
  std::vector<fs::path> found;
  if (!source.users_file.empty()) {
    found.push_back(fs::absolute(source.users_file).parent_path());
  }
  std::set<fs::path> rooms;
  rooms.insert(source.reference.parent_path());
  for (const auto& room : fs::directory_iterator{fs::path{toolchain::kSources} / "rtl"}) {
    if (room.is_directory()) rooms.insert(room.path());
  }
  found.insert(found.end(), rooms.begin(), rooms.end());
  found.push_back(fs::path{toolchain::kSources} / "rtl");  // packages
  return found;
}

/// Of a name in SystemVerilog.
bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// A file and all in its folders that it, or one of them, names: what Verilator may read, with its
/// content.
std::map<fs::path, std::string> files_of(const TwinSource& source) {
  std::map<std::string, fs::path, std::less<>> by_name;
  for (const fs::path& folder : folders(source)) {
    for (const auto& file : fs::directory_iterator{folder}) {
      const std::string ending = file.path().extension();
      if (ending != ".sv" && ending != ".svh" && ending != ".v" && ending != ".vh") continue;
      by_name.emplace(file.path().stem(), file.path());
    }
  }
  std::map<fs::path, std::string> files;
  std::vector<fs::path> open{fs::absolute(source.file())};
  while (!open.empty()) {
    const fs::path path = open.back();
    open.pop_back();
    if (files.contains(path)) continue;
    const std::string& text = files[path] = read(path);
    for (std::size_t at = 0; at < text.size();) {
      if (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size());
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      if (const auto named = by_name.find(std::string_view{text}.substr(at, end - at));
          end > at && named != by_name.end()) {
        open.push_back(named->second);
      }
      at = end + 1;
    }
  }
  return files;
}

std::string without_comments(const std::string& text) {
  static const std::regex comment{R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/)"};
  return std::regex_replace(text, comment, " ");
}

/// The module of a file that stands for `block`: of that name, else of the file's, else the only
/// one.
std::string top_of(const TwinSource& source, const std::string& text) {
  static const std::regex module{R"(\bmodule\s+(?:automatic\s+|static\s+)?(\w+))"};
  const std::string code = without_comments(text);
  Words modules;
  for (std::sregex_iterator found{code.begin(), code.end(), module}, end; found != end; ++found) {
    modules.push_back((*found)[1]);
  }
  for (const std::string& wanted : {source.block, source.file().stem().string()}) {
    if (std::ranges::find(modules, wanted) != modules.end()) return wanted;
  }
  if (modules.size() == 1) return modules.front();
  throw UnusableSource{"The file " + source.file().string() + " has " +
                       (modules.empty() ? "no module" : "several modules") +
                       ": one of them must be named " + source.block +
                       ", the block in whose place it is to stand."};
}

/// Verilator's arguments that all of its runs share. Packages are read first.
Words verilator(const TwinSource& source, const std::map<fs::path, std::string>& files,
                const std::string& top, const Parameters& parameters) {
  Words command{toolchain::kVerilator, "-Wall",   "--assert",     "-fno-reloop",
                "--timescale",         "1ns/1ns", "--top-module", top};
  if (!source.users_file.empty()) {
    // What makes no sense is an error; matters of style are told.
    for (const char* word : {"-Wno-fatal", "-Wno-DECLFILENAME", "-Werror-UNOPTFLAT",
                             "-Werror-MULTIDRIVEN", "-Werror-LATCH", "-Werror-COMBDLY"}) {
      command.emplace_back(word);
    }
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
  std::string text;
  for (const std::string& line : split(output, '\n')) {
    if (line.find("... For ") != std::string::npos || line.find("... Use ") != std::string::npos ||
        line.find("Exiting due to") != std::string::npos ||
        line.find("... See the manual") != std::string::npos ||
        line.find("... Location of") != std::string::npos ||
        line.find(": ... note: In file included") != std::string::npos || line.starts_with("- ")) {
      continue;
    }
    text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

/// The errors among them; all if there is none.
std::string errors_of(const std::string& output) {
  std::string errors;
  bool error = false;
  for (const std::string& line : split(words_of(output), '\n')) {
    if (line.starts_with('%')) error = line.starts_with("%Error");
    if (error) errors += (errors.empty() ? "" : "\n") + line;
  }
  return errors.empty() ? words_of(output) : errors;
}

[[noreturn]] void refuse(const TwinSource& source, const std::string& output) {
  throw UnusableSource{"Verilator cannot make a twin of " + source.block + " of the file " +
                       source.file().string() + ":\n" + errors_of(output)};
}

/// A pin as Verilator's header declares it.
struct Declared {
  std::string name;
  bool input = false;
  unsigned width = 0;
};

std::vector<Declared> pins_of(const fs::path& header) {
  static const std::regex pin{R"(VL_(IN|OUT|INOUT)(?:8|16|64|W|)\(&(\w+),(\d+),(\d+))"};
  const std::string text = read(header);
  std::vector<Declared> pins;
  for (std::sregex_iterator found{text.begin(), text.end(), pin}, end; found != end; ++found) {
    const auto number = [&](std::size_t group) {
      return static_cast<unsigned>(std::stoul((*found)[group].str()));
    };
    pins.push_back({(*found)[2], (*found)[1] == "IN", number(3) - number(4) + 1});
  }
  return pins;
}

/// Has a user's file the block's pins and parameters? Verilator says it, of a module that connects
/// them.
void check_pins(const TwinSource& source, const std::map<fs::path, std::string>& files,
                const std::string& top, const Parameters& parameters, const fs::path& folder) {
  TwinSource own = source;
  own.users_file.clear();
  const auto own_files = files_of(own);
  Words make = verilator(own, own_files, source.block, parameters);
  make.insert(make.end(), {"--cc", "--prefix", "Vreference", "--Mdir", "reference"});
  const Ended reference = run(folder, make);
  if (reference.status != 0) refuse(own, reference.output);
  std::string ports;
  std::string connections;
  for (const Declared& pin : pins_of(folder / "reference" / "Vreference.h")) {
    const std::string comma = ports.empty() ? "\n  " : ",\n  ";
    const std::string range = pin.width == 1 ? "" : '[' + std::to_string(pin.width - 1) + ":0] ";
    ports += comma + (pin.input ? "input  logic " : "output logic ") + range + pin.name;
    connections += comma + '.' + pin.name + '(' + pin.name + ')';
  }
  std::string values;
  for (const auto& [name, value] : parameters) {
    values += (values.empty() ? "" : ", ") + ('.' + name + '(' + std::to_string(value)) + ')';
  }
  const std::string wrapper = "pins_of_" + source.block;
  write(folder / (wrapper + ".sv"), "module " + wrapper + " (" + ports + "\n);\n  " + top + " #(" +
                                        values + ") twin (" + connections + ");\nendmodule\n");
  Words lint = verilator(source, files, wrapper, {});
  lint.insert(lint.end(), {"--lint-only", "-Wno-PINMISSING", wrapper + ".sv"});
  const Ended linted = run(folder, lint);
  if (linted.status != 0) refuse(source, linted.output);
  // Warnings about the connections are errors: pins of other widths or directions.
  const Words lines = split(linted.output, '\n');
  std::string wrong;
  bool ours = false;
  for (const std::string& line : lines) {
    if (line.starts_with('%')) {
      ours =
          line.starts_with("%Warning") && line.find(": " + wrapper + ".sv:") != std::string::npos;
    }
    if (ours) wrong += line + '\n';
  }
  if (!wrong.empty()) refuse(source, wrong);
}

/// The only C++ file of the library: all that Verilator made, and a list of the pins.
std::string library_source(const std::string& prefix, const fs::path& folder) {
  std::set<std::string> made;
  for (const auto& file : fs::directory_iterator{folder / "made"}) {
    if (file.path().extension() == ".cpp") made.insert(file.path().filename());
  }
  std::string text;
  for (const std::string& file : made) text += "#include \"made/" + file + "\"\n";
  text += "#include \"made/" + prefix + ".h\"\n\nextern \"C\" " +
          "__attribute__((visibility(\"default\"))) plexus::verilated_if* " + kVerilatedMaker +
          "(VerilatedContext& context, const char* name) {\n" +
          "  return new plexus::verilated_model<" + prefix + ">{context, name, [](" + prefix +
          "& top) {\n    return std::vector<plexus::VerilatedPin>{";
  for (const Declared& pin : pins_of(folder / "made" / (prefix + ".h"))) {
    text += "\n      {\"" + pin.name + "\", &top." + pin.name + ", " + std::to_string(pin.width) +
            ", " + (pin.input ? "true" : "false") + "},";
  }
  return text + "};\n  }};\n}\n";
}

/// Did Verilator read nothing but `files`?
bool read_only(const std::map<fs::path, std::string>& files, const fs::path& dependencies) {
  std::istringstream text{read(dependencies)};
  std::string word;
  while (text >> word && word != ":") {
  }
  while (text >> word) {
    const std::string ending = fs::path{word}.extension();
    const bool source = ending.starts_with(".sv") || ending.starts_with(".v");
    if (source && fs::path{word}.filename() != "verilated_std.sv" &&
        !files.contains(fs::absolute(word).lexically_normal())) {
      return false;
    }
  }
  return true;
}

/// A compiler's command, without files.
Words compiler() {
  Words command{toolchain::kCompiler};
  for (const std::string& option : split(toolchain::kOptions, ';')) command.push_back(option);
  const std::string headers = toolchain::kVerilatorHeaders;
  command.insert(command.end(), {std::string{"-I"} + toolchain::kSources, "-isystem", headers,
                                 "-isystem", headers + "/vltstd"});
  return command;
}

/// The text of the parts of the frame from which libraries are made.
std::string frame_text() {
  std::string text;
  for (const char* file : {"verilate.cpp", "verilated_if.hpp", "verilated_model.hpp"}) {
    text += read(fs::path{toolchain::kSources} / "rtl" / "frame" / file);
  }
  return text + toolchain::kCompilerVersion + '\n' + toolchain::kOptions + '\n';
}

/// `use(folder)` of what `make(folder, name)` puts into a folder: once for each `recipe`, which is
/// all that it depends on. It is kept whole, or if `make` says that it depends on more, not at all.
auto made_once(const std::string& kind, const std::string& recipe, const auto& make,
               const auto& use) {
  const std::uint64_t hash = hash_of(recipe);
  std::ostringstream name;
  name << kind << '_' << std::hex << hash;
  const fs::path kept = fs::path{toolchain::kKept} / name.str();
  const auto whole = [&] {
    std::error_code absent;
    return fs::exists(kept / "recipe", absent) && read(kept / "recipe") == recipe;
  };
  if (whole()) return use(kept);
  const WorkFolder work;
  const Lock lock{locks(), kFirstLibrary + static_cast<off_t>(hash >> 32)};
  if (whole()) return use(kept);
  if (!make(work.path(), name.str())) return use(work.path());
  write(work.path() / "recipe", recipe);
  keep(work, kept);
  return use(kept);
}

/// The header that all libraries include, compiled once: it costs more than most blocks.
fs::path common_header() {
  const std::string text = "#include <verilated.h>\n#include \"rtl/frame/verilated_model.hpp\"\n";
  const std::string recipe =
      text + read(fs::path{toolchain::kVerilatorHeaders} / "verilated.h") + frame_text();
  const auto make = [&](const fs::path& folder, const std::string& /*name*/) {
    write(folder / "model.hpp", text);
    // What Clang compiles once stays bound to the folder in which it has done so.
    if (std::string_view{toolchain::kCompilerVersion}.starts_with("Clang")) return true;
    Words command = compiler();
    command.insert(command.end(), {"-x", "c++-header", "model.hpp"});
    const Ended compiled = run(folder, command);
    if (compiled.status == 0) return true;
    throw UnusableSource{"Verilator's headers cannot be compiled:\n" + compiled.output};
  };
  return made_once("header", recipe, make,
                   [](const fs::path& folder) { return folder / "model.hpp"; });
}

/// Makes the library `name` in `folder`. True: it depends on nothing but `files`.
bool make_library(const TwinSource& source, const std::map<fs::path, std::string>& files,
                  const Parameters& parameters, bool wave, const std::string& name,
                  const fs::path& folder) {
  const fs::path making = folder / "making";
  fs::create_directory(making);
  const std::string top = top_of(source, files.at(fs::absolute(source.file())));
  if (!source.users_file.empty()) check_pins(source, files, top, parameters, making);
  const std::string prefix = 'V' + name;
  Words make = verilator(source, files, top, parameters);
  make.insert(make.end(), {"--cc", "--MMD", "--prefix", prefix, "--Mdir", "made"});
  if (wave) make.emplace_back("--trace");
  const Ended made = run(making, make);
  if (made.status != 0) refuse(source, made.output);
  write(folder / "lint", words_of(made.output));
  write(making / "model.cpp", library_source(prefix, making));
  Words compile = compiler();
  compile.insert(compile.end(), {"-include", common_header(), "-I.", "-Imade", "-shared",
                                 "model.cpp", "-o", "../model.so"});
  const Ended compiled = run(making, compile);
  if (compiled.status != 0) {
    throw UnusableSource{"The C++ that Verilator made of " + source.file().string() +
                         " cannot be compiled:\n" + compiled.output};
  }
  const bool alone = read_only(files, making / "made" / (prefix + "__ver.d"));
  fs::remove_all(making);
  return alone;
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
                      const std::map<fs::path, std::string>& files) {
  std::ostringstream recipe;
  recipe << source.block << '\n'
         << source.users_file.filename().string() << '\n'
         << toolchain::kVerilatorVersion << '\n'
         << (wave ? "with waves\n" : "") << frame_text();
  for (const auto& [name, value] : parameters) recipe << name << '=' << value << '\n';
  for (const auto& [path, text] : files) recipe << path.filename().string() << '\n' << text << '\0';
  return recipe.str();
}

}  // namespace

std::filesystem::path kept_folder() { return toolchain::kKept; }

Verilated verilate(const TwinSource& source, const Parameters& parameters, bool wave) {
  static std::map<std::string, Verilated> loaded;  // by recipe: libraries stay for good
  if (loaded.empty()) {
    std::error_code exists;
    fs::create_directories(work_folders(), exists);
    clear_work();
  }
  const auto files = files_of(source);
  const std::string recipe = recipe_of(source, parameters, wave, files);
  if (const auto known = loaded.find(recipe); known != loaded.end()) return known->second;
  const auto make = [&](const fs::path& folder, const std::string& name) {
    return make_library(source, files, parameters, wave, name, folder);
  };
  return loaded[recipe] = made_once(source.block, recipe, make, load);
}

}  // namespace plexus
