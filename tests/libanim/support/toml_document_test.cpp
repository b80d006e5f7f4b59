#include "libanim/support/toml_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "libanim/support/toml_writer.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What an action throws, as the user reads it.
std::string error_of(auto&& action, ErrorKind kind = ErrorKind::kAsset) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "no error";
}

TEST(TomlDocument, ReadsEveryKindOfValue) {
  const TomlDocument document(
      "flag = true\nwhole = 7\nreal = 1.5\nalso_real = 2\nword = \"tea\"\ntexts = [\"a\", \"b\"]\n"
      "v = [1, 2.5, 3]\nrows = [[1, 2], [3, 4], [5, 6]]\nkind = \"box\"\n[sub]\nx = 1\n[[list]]\nx = 2\n[[list]]\nx = "
      "3\n",
      "a.toml");
  const TomlTable& root = document.root();
  EXPECT_TRUE(root.flag("flag"));
  EXPECT_EQ(root.integer("whole", {}), 7);
  EXPECT_EQ(root.number("real"), 1.5);
  EXPECT_EQ(root.number("also_real"), 2.0);
  EXPECT_EQ(root.text("word"), "tea");
  EXPECT_THAT(root.texts("texts"), ElementsAre("a", "b"));
  EXPECT_EQ(root.vector("v"), Eigen::Vector3d(1, 2.5, 3));
  EXPECT_THAT(root.rows("rows"), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4), ElementsAre(5, 6)));
  constexpr std::array<std::string_view, 2> kWords = {"ball", "box"};
  EXPECT_EQ(root.choice("kind", kWords), 1U);
  EXPECT_EQ(root.table("sub").number("x"), 1.0);
  ASSERT_EQ(root.tables("list").size(), 2U);
  EXPECT_EQ(root.tables("list")[1].number("x"), 3.0);
  EXPECT_EQ(root.tables("list")[0].number("x"), 2.0);
  document.finish();
}

TEST(TomlDocument, MissingKeysTakeTheirFallback) {
  const TomlDocument document("", "a.toml");
  const TomlTable& root = document.root();
  EXPECT_FALSE(root.flag("flag", false));
  EXPECT_EQ(root.integer("whole", 3, {0, 5}), 3);
  EXPECT_EQ(root.number("real", 2.5), 2.5);
  EXPECT_EQ(root.text("word", "milk"), "milk");
  EXPECT_EQ(root.vector("v", Eigen::Vector3d::Ones()), Eigen::Vector3d::Ones());
  EXPECT_TRUE(root.tables("list").empty());
  document.finish();
}

TEST(TomlDocument, ErrorsNameFileLineKeyAndExpectation) {
  const TomlDocument document("a = 1\n[[bodies]]\nmass = -2\n[[bodies]]\nmas = 1\n", "f.toml");
  const auto bodies = document.root().tables("bodies");
  const std::string range = error_of([&] { (void)bodies[0].number("mass", {0, 10}); });
  EXPECT_EQ(range, "f.toml: line 3, column 8: bodies[0].mass = -2: expected a number from 0 to 10");
  const std::string missing = error_of([&] { (void)bodies[1].number("mass"); });
  EXPECT_THAT(missing, HasSubstr("f.toml: line 4"));
  EXPECT_THAT(missing, HasSubstr("bodies[1].mass is missing: expected a number; is mas meant to be it?"));
}

TEST(TomlDocument, WrongTypesAreErrors) {
  const TomlDocument document(
      "b = 1\ni = 1.5\nn = \"x\"\nt = 3\nv = [1, 2]\nr = [[1, 2], [3]]\nl = [1]\nnan = nan\ninf = inf\n", "f.toml");
  const TomlTable& root = document.root();
  EXPECT_THAT(error_of([&] { (void)root.flag("b"); }), HasSubstr("b = 1: expected true or false"));
  EXPECT_THAT(error_of([&] { (void)root.integer("i", {}); }), HasSubstr("i = 1.5: expected a whole number"));
  EXPECT_THAT(error_of([&] { (void)root.number("n"); }), HasSubstr("n = \"x\": expected a number"));
  EXPECT_THAT(error_of([&] { (void)root.text("t"); }), HasSubstr("t = 3: expected text"));
  EXPECT_THAT(error_of([&] { (void)root.vector("v"); }),
              HasSubstr("v = an array of 2: expected an array of 3 numbers"));
  EXPECT_THAT(error_of([&] { (void)root.rows("r"); }), HasSubstr("all of the same length"));
  EXPECT_THAT(error_of([&] { (void)root.texts("l"); }), HasSubstr("expected an array of texts"));
  EXPECT_THAT(error_of([&] { (void)root.tables("l"); }), HasSubstr("expected an array of tables"));
  EXPECT_THAT(error_of([&] { (void)root.table("b"); }), HasSubstr("expected a table"));
  EXPECT_THAT(error_of([&] { (void)root.number("nan"); }), HasSubstr("nan = nan: expected a number"));
  EXPECT_THAT(error_of([&] { (void)root.number("inf"); }), HasSubstr("inf = inf: expected a number"));
}

TEST(TomlDocument, KeysThatNobodyAskedForAreErrors) {
  const TomlDocument document("mass = 1\n[ground]\nfricton = 2\n", "f.toml");
  (void)document.root().number("mass");
  EXPECT_THAT(error_of([&] { document.finish(); }), HasSubstr("f.toml: line 2, column 2: unknown key ground; "));
  (void)document.root().table("ground").number("friction", 1);
  EXPECT_THAT(error_of([&] { document.finish(); }),
              HasSubstr("f.toml: line 3, column 1: unknown key ground.fricton; did you mean friction?"));
  (void)document.root().table("ground").number("fricton", 1);
  document.finish();
}

TEST(TomlDocument, BrokenTextNamesTheLineAndTheKindIsTheCallers) {
  EXPECT_THAT(error_of([] { TomlDocument("a = 1\nb = [1,\n", "f.toml"); }), HasSubstr("f.toml: line"));
  EXPECT_THAT(error_of([] { TomlDocument("a =", "f.toml", ErrorKind::kUsage); }, ErrorKind::kUsage),
              HasSubstr("f.toml: line 1"));
}

TEST(TomlDocument, TextThatWouldExhaustTheParserIsRefused) {
  std::string deep = "x = 1\n[a";
  for (int i = 0; i < 200'000; ++i) deep += ".a";
  EXPECT_THAT(error_of([&] { TomlDocument(deep + "]\nb = 1\n", "f.toml"); }),
              HasSubstr("line 2, column 1: a key of more than 32 parts"));
  std::string quoted = "[\"a,=[\"";
  for (int i = 0; i < 200'000; ++i) quoted += ".\"a,=[\"";
  EXPECT_THAT(error_of([&] { TomlDocument(quoted + "]\n", "f.toml"); }), HasSubstr("more than 32 parts"));
  EXPECT_THAT(error_of([] { TomlDocument("a = " + std::string(100'000, '['), "f.toml"); }), HasSubstr("brackets"));
  EXPECT_THAT(error_of([] { TomlDocument(std::string(kTomlMaxBytes + 1, '\n'), "f.toml"); }), HasSubstr("bytes"));
  EXPECT_THAT(error_of([] { TomlDocument(std::string(1'000'001, '\n'), "f.toml"); }), HasSubstr("1 million lines"));
}

TEST(TomlDocument, DotsAndBracketsInStringsAndCommentsAreNoDepth) {
  const std::string dots(100, '.');
  const std::string brackets(100, '[');
  const TomlDocument document("a = \"" + dots + brackets + "\\\"" + dots + "\" # " + brackets + dots + "\nb = '''\n" +
                                  dots + "\n" + brackets + "''''\nc = '" + brackets + "'\nd = \"\"\ne = [1.5, 2.5]\n",
                              "f.toml");
  EXPECT_EQ(document.root().text("a").size(), 301U);
  EXPECT_EQ(document.root().text("b"), dots + "\n" + brackets + "'");
}

TEST(TomlWriter, NumbersAndTextReadBackExactly) {
  const std::vector<double> numbers = {0, -0.0, 1, 0.1, 1e300, -5e-324, 3.141592653589793, 123456789.0, 1e15, 1e-7};
  const std::string odd = "tab\t quote\" back\\ line\n bell\x07 del\x7f \xC3\xA9";
  TomlWriter writer;
  writer.comment("two\nlines");
  writer.value("n", numbers);
  writer.value("s", odd, "a remark\nthat stays in its line");
  writer.value("c", "plain");
  writer.value("i", 3);
  writer.table("t");
  writer.value("b", false);
  writer.value("v", Eigen::Vector3d(1, 2, 3));
  writer.table_of_array("l");
  writer.value("names", std::vector<std::string>{"x", "y"});
  const TomlDocument document(writer.text(), "w.toml");
  const std::vector<double> back = document.root().numbers("n", numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(back[i], numbers[i]);
    EXPECT_EQ(std::signbit(back[i]), std::signbit(numbers[i]));
  }
  EXPECT_EQ(document.root().text("s"), odd);
  EXPECT_EQ(document.root().text("c"), "plain");
  EXPECT_EQ(document.root().integer("i", {}), 3);
  EXPECT_FALSE(document.root().table("t").flag("b"));
  EXPECT_EQ(document.root().table("t").vector("v"), Eigen::Vector3d(1, 2, 3));
  EXPECT_THAT(document.root().tables("l").at(0).texts("names"), ElementsAre("x", "y"));
  document.finish();
}

}  // namespace
}  // namespace sinew
