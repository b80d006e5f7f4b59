#include "exporters/report/html_report.h"

#include <gtest/gtest.h>

#include "exporters/report/base64.h"
#include "exporters/report/report_page.h"
#include "libanim/support/error.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

bool has(const Bytes& page, std::string_view text) { return as_text(page).find(text) != std::string_view::npos; }

TEST(Base64, Rfc4648) {
  const std::vector<std::pair<const char*, const char*>> vectors{
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [text, code] : vectors) EXPECT_EQ(encode_base64(as_bytes(text)), code);
  EXPECT_EQ(encode_base64(as_bytes("\xff\xfe\xfd")), "//79");
}

class HtmlReport : public testing::Test {
 protected:
  void SetUp() override {
    if (report_page().empty()) GTEST_SKIP() << "built without the page (SINEW_HTML_REPORT=OFF)";
  }
};

TEST_F(HtmlReport, OneFileWithEverythingInIt) {
  const Take take = test::small_take();
  const Bytes page = html_report(take, {});
  EXPECT_EQ(as_text(page).substr(0, 15), "<!doctype html>");
  EXPECT_TRUE(has(page, "<title>wave</title>"));
  EXPECT_TRUE(has(page, "Copyright 2010-2026 Three.js Authors"));  // in the bundle
  EXPECT_TRUE(has(page, "THE SOFTWARE IS PROVIDED"));              // the licence
  EXPECT_TRUE(has(page, "default-src 'none'"));
  for (const std::string_view mark : {kPageTitle, kPageHead, kPageData}) EXPECT_FALSE(has(page, mark)) << mark;
  EXPECT_EQ(page, html_report(take, {}));
}

TEST_F(HtmlReport, TextsOfATakeAreNoMarkup) {
  const std::string hostile = "</script><img src=x onerror=alert(1)><!-- & sinew:data";
  Take take = test::small_take();
  take.name = hostile;
  take.ledger.add(NoteCode::kResample, hostile, hostile);
  take.provenance.inputs[0].file = hostile;
  PageContent content;
  content.failures = {hostile};
  const Bytes page = html_report(take, content);
  EXPECT_FALSE(has(page, "<img"));
  EXPECT_TRUE(has(page, "\\u003cimg src=x"));
  EXPECT_TRUE(has(page, "<title>&lt;/script&gt;&lt;img"));
  EXPECT_TRUE(has(page, "id=\"data\">"));
}

TEST_F(HtmlReport, ATakeWithoutFramesIsRefused) {
  Take take = test::small_take();
  take.start = {};
  take.steps.clear();
  EXPECT_THROW((void)html_report(take, {}), Error);
}

}  // namespace
}  // namespace sinew
