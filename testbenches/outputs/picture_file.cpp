#include "testbenches/outputs/picture_file.hpp"

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/picture_page.hpp"
#include "testbenches/outputs/plot.hpp"

namespace plexus {

void check_picture_name(const std::string& path, const std::string& option) {
  if (path.empty()) {
    throw Refusal{RefusalClass::kUsage,
                  option + " names no file; give it one, as in " + option + " run.html."};
  }
  if (path.ends_with(".svg") || path.ends_with(".html")) return;
  throw Refusal{RefusalClass::kUsage, option + ' ' + path +
                                          " has none of the endings .svg and .html; name the file "
                                          "so that it has one."};
}

namespace {

const std::string& checked(const std::string& path, const std::string& option) {
  check_picture_name(path, option);
  return path;
}

}  // namespace

PictureFile::PictureFile(const std::string& path, const std::string& option)
    : file_{option, checked(path, option)}, page_{path.ends_with(".html")} {}

void PictureFile::complete(const RunTitle& of, const std::optional<Fault>& failed) {
  if (!plots_.empty()) {
    file_.stream() << (page_ ? page_of_plots(of.what, plots_) : svg_plots(of.what, plots_));
    file_.complete();
    return;
  }
  run_.end(failed);
  RunTitle title = of;
  if (failed) {
    title.what += fmt::format(": stopped in cycle {}: {}", failed->cycle.count(), failed->kind);
    if (!failed->part.empty()) title.what += " at " + view_of(failed->part).label;
  } else if (run_.cycles() > 0) {
    title.what += fmt::format(": {} cycles", run_.cycles());
  }
  file_.stream() << (page_ ? picture_page(run_, title) : svg_picture(run_, title));
  file_.complete();
}

void PictureFile::place() { file_.commit(); }

}  // namespace plexus
