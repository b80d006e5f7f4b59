#include "pipelines/dataset_form.h"

#include <gtest/gtest.h>

#include <map>

#include "libanim/support/error.h"
#include "pipelines/configuration.h"
#include "pipelines/running_statistics.h"

namespace sinew {
namespace {

TEST(DatasetForm, SplitsGoByTheNameAlone) {
  const DatasetForm form;
  std::map<std::string, int> counts;
  for (int i = 0; i < 3000; ++i) ++counts[split_of(form.splits, "episode_" + std::to_string(i))];
  // Measured: 2410, 295, 295. One standard deviation of the first is 22.
  EXPECT_NEAR(counts["train"], 2400, 66);
  EXPECT_NEAR(counts["valid"], 300, 50);
  EXPECT_NEAR(counts["test"], 300, 50);
  EXPECT_EQ(split_of(form.splits, "walk_4"), "valid") << "a change of the rule would move episodes of existing sets";
}

TEST(DatasetForm, SplitsFromText) {
  const std::vector<DatasetSplit> splits = parse_splits("a=0.25,b=0.75");
  ASSERT_EQ(splits.size(), 2U);
  EXPECT_EQ(splits[1].name, "b");
  EXPECT_EQ(splits[1].share, 0.75);
  for (const char* wrong : {"", "a", "a=", "a=x", "a=0.5,", "a=0.5b"}) {
    EXPECT_THROW(static_cast<void>(parse_splits(wrong)), Error) << wrong;
  }
}

TEST(DatasetForm, IsChecked) {
  const auto refused = [](std::vector<DatasetSplit> splits) {
    DatasetForm form;
    form.splits = std::move(splits);
    EXPECT_THROW(form.validate(), Error);
  };
  refused({});
  refused({{"a", 0.5}});
  refused({{"a", 0.5}, {"a", 0.5}});
  refused({{"../a", 1}});
  refused({{"a", 1.5}, {"b", -0.5}});
  DatasetForm().validate();
}

TEST(DatasetForm, DefaultsOfTheConfigurationAreThoseOfTheOptions) {
  const FeatureOptions options = feature_options(default_config());
  const FeatureOptions plain;
  EXPECT_EQ(options.joint_velocities, plain.joint_velocities);
  EXPECT_EQ(options.changes, plain.changes);
  EXPECT_EQ(options.horizon, plain.horizon);
  Config config = default_config();
  config.set("dataset.changes=true");
  config.set("dataset.horizon=0.5");
  EXPECT_TRUE(feature_options(config).changes);
  EXPECT_EQ(feature_options(config).horizon, 0.5);
}

TEST(RunningStatistics, AreThoseOfTheColumns) {
  RunningStatistics statistics;
  for (const auto& row : std::vector<std::vector<double>>{{1, 5}, {2, 5}, {6, 5}}) statistics.add(row);
  EXPECT_DOUBLE_EQ(statistics.mean()[0], 3);
  EXPECT_DOUBLE_EQ(statistics.deviation()[0], std::sqrt(14.0 / 3));
  EXPECT_EQ(statistics.deviation()[1], 0);
  EXPECT_EQ(statistics.least()[0], 1);
  EXPECT_EQ(statistics.greatest()[0], 6);
}

}  // namespace
}  // namespace sinew
