#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

/// A file by its name and the hash of what was in it.
struct BatchFile {
  std::string path;    ///< raw bytes; those of a plan's own copies are relative to its folder
  std::string sha256;  ///< of a .gltf: with the files that it refers to
};

/// Arguments of `sinew bake`, some of them files.
struct BatchArguments {
  std::vector<std::string> words;
  struct File {
    std::string option;
    BatchFile file;
    std::string source;  ///< where the plan takes it from; not in the manifest
  };
  std::vector<File> files;

  /// What the result depends on: words, names and contents.
  [[nodiscard]] std::string identity() const;
};

/// One way of baking.
struct BatchRung {
  std::string name;
  BatchArguments arguments;
  double cost = 0;  ///< expected processor time per second of motion (unit: s/s)
};

/// Ways of baking, each for what stayed below quality with the one before.
struct BatchRecipe {
  std::string name;
  std::vector<BatchRung> rungs;
};

/// One clip on one character by one recipe.
struct BatchItem {
  int library = 0;
  std::string name;     ///< of the file, within its library (raw bytes)
  std::string clip;     ///< in the file; empty where there is but one
  std::string sha256;   ///< of the file; empty when it cannot be read
  std::string problem;  ///< why it cannot
  int character = -1;   ///< -1: the motion's own
  int recipe = 0;
  double seconds = 0;       ///< of motion, 0 when not known (unit: s)
  double cost = 0;          ///< expected processor time of the first rung (unit: s)
  double time = 0;          ///< wall-clock time that it may take (unit: s)
  std::int64_t memory = 0;  ///< that it may have (unit: bytes)
};

/// What is to be done, the longest items first. Items are known by their number in it.
struct BatchManifest {
  std::string version;
  std::string program;      ///< SHA-256 of the program that planned, which is the one that must run
  std::string fingerprint;  ///< simulation_fingerprint(), likewise
  std::string store;        ///< relative to the plan's folder, or absolute
  std::vector<std::string> libraries;
  std::vector<BatchFile> characters;
  std::vector<BatchRecipe> recipes;
  BatchArguments common;              ///< arguments of every bake
  double cpu_budget = 0;              ///< processor time that an item may have, 0 = any (unit: s)
  std::vector<std::string> problems;  ///< places of the libraries that could not be read
  std::vector<BatchItem> items;

  [[nodiscard]] std::filesystem::path file(const BatchItem& item) const;
  /// "walks/a.bvh", with clip, character and recipe where there are several: for people, in UTF-8.
  [[nodiscard]] std::string title(const BatchItem& item) const;

  /// SHA-256 of all that the bytes of a bake depend on; the name of its result in the store.
  [[nodiscard]] std::string key(const BatchItem& item, int rung) const;

  /// What `sinew` is called with, the output and what depends on the machine apart. `folder` is the plan's.
  [[nodiscard]] std::vector<std::string> bake_arguments(const BatchItem& item, int rung,
                                                        const std::filesystem::path& folder) const;
};

/// Writes OUT/manifest.jsonl: a header, a line per item, and a hash of it all. Throws Error: kUsage when there is one.
void write_manifest(const std::filesystem::path& folder, const BatchManifest& manifest);

/// Throws Error: kIo when there is none, kAsset when it is not as it was written.
[[nodiscard]] BatchManifest read_manifest(const std::filesystem::path& folder);

/// The store of a plan in `folder`.
[[nodiscard]] std::filesystem::path store_folder(const std::filesystem::path& folder, const BatchManifest& manifest);

}  // namespace sinew
