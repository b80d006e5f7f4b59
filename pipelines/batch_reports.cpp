#include "pipelines/batch_reports.h"

#include <algorithm>
#include <vector>

#include "libanim/support/error.h"
#include "pipelines/batch_page.h"
#include "pipelines/batch_store.h"
#include "pipelines/report_html.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

class ReportMaking {
 public:
  ReportMaking(const BatchState& state, const BatchReportsRequest& request)
      : state_(state), request_(request), store_(store_folder(state.folder(), state.manifest())) {}

  BatchReports run(const std::function<void(std::size_t, std::size_t)>& progress) {
    const std::vector<std::size_t> wanted = worst();
    for (std::size_t done = 0; done < wanted.size(); ++done) {
      const BatchResult& result = *file_of(wanted[done]);
      if (fs::exists(page_of(result))) continue;
      if (progress) progress(done + 1, wanted.size());
      make(wanted[done], result);
    }
    if (fs::is_directory(request_.folder)) link_all();
    return std::move(reports_);
  }

 private:
  [[nodiscard]] const BatchResult* file_of(std::size_t item) const {
    const std::optional<BatchResult>& result = state_.items()[item].result;
    return result && !result->object.empty() ? &*result : nullptr;
  }

  [[nodiscard]] fs::path page_of(const BatchResult& result) const {
    constexpr std::size_t kDigits = 24;  // of the content's hash: 96 bits
    return request_.folder / (result.object.substr(0, kDigits) + ".html");
  }

  [[nodiscard]] std::vector<std::size_t> worst() const {
    std::vector<std::size_t> items;
    for (const std::size_t item : worst_first(state_)) {
      if (items.size() >= request_.count) break;
      if (file_of(item) != nullptr) items.push_back(item);
    }
    return items;
  }

  void make(std::size_t item, const BatchResult& result) {
    const fs::path file = store_.object_path(result.object);
    try {
      if (!store_.is_whole(result)) throw Error::io(file.string(), "damaged; `sinew batch run` does it again");
      fs::create_directories(request_.folder);
      report_html({file, page_of(result), std::nullopt, std::nullopt, Existing::kReplace});
      ++reports_.made;
    } catch (const Error& error) {
      reports_.problems[item] = error.what();
    } catch (const fs::filesystem_error& error) {
      reports_.problems[item] = error.what();
    }
  }

  void link_all() {
    std::vector<fs::path> there;
    for (const fs::directory_entry& entry : fs::directory_iterator(request_.folder)) there.push_back(entry.path());
    std::ranges::sort(there);
    for (std::size_t item = 0; item < state_.items().size(); ++item) {
      const BatchResult* result = file_of(item);
      if (result == nullptr) continue;
      fs::path page = page_of(*result);
      if (std::ranges::binary_search(there, page)) reports_.pages[item] = std::move(page);
    }
  }

  const BatchState& state_;
  const BatchReportsRequest& request_;
  BatchStore store_;
  BatchReports reports_;
};

}  // namespace

fs::path reports_folder(const fs::path& page) { return page.parent_path() / (page.stem().string() + "-reports"); }

BatchReports make_reports(const BatchState& state, const BatchReportsRequest& request,
                          const std::function<void(std::size_t, std::size_t)>& progress) {
  return ReportMaking(state, request).run(progress);
}

}  // namespace sinew
