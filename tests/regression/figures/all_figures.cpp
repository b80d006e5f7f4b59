#include "tests/regression/figures/all_figures.h"

#include <cmath>
#include <filesystem>
#include <set>

#include "importers/import_file.h"
#include "libanim/support/archive.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "tests/support/test_data.h"

namespace sinew::test {

namespace {

namespace fs = std::filesystem;

/// Same skeleton, same rest pose, same number of vertices: the same figure.
std::string identity_of(const Character& character) {
  ArchiveWriter writer;
  for (const Joint& joint : character.skeleton.joints) {
    writer.text(joint.name);
    writer.value(joint.parent);
    for (int i = 0; i < 3; ++i) writer.value(std::round(joint.rest.translation[i] * 1e4));
  }
  for (const Mesh& mesh : character.meshes) {
    for (const Primitive& primitive : mesh.primitives) writer.value(static_cast<int>(primitive.positions.size()));
  }
  return sha256_hex(writer.bytes());
}

bool is_creature(const Skeleton& skeleton) {
  int joints = 0;
  for (const Joint& joint : skeleton.joints) joints += joint.end_site ? 0 : 1;
  return joints > 2;
}

std::vector<fs::path> candidates() {
  std::vector<fs::path> files;
  for (const char* sample : {"hero.glb", "hound.glb", "walk.bvh", "trot.bvh"}) {
    files.push_back(source_dir() / "samples/data" / sample);
  }
  if (data_dir()) {
    for (const fs::path& file : data_files()) files.push_back(*data_dir() / file);
  }
  return files;
}

std::vector<std::string>& refused_figures() {
  static std::vector<std::string> refused;
  return refused;
}

std::vector<NamedFigure> build_all() {
  std::vector<NamedFigure> figures;
  std::set<std::string> seen;
  for (const fs::path& file : candidates()) {
    Character character;
    try {
      character = import_file(file, {}).character;
    } catch (const Error&) {
      continue;  // Refused files have their own tests.
    }
    if (!is_creature(character.skeleton) || !seen.insert(identity_of(character)).second) continue;
    try {
      BuiltFigure built = build_figure(character);
      figures.push_back({file.filename().string(), std::move(character), std::move(built)});
    } catch (const Error& error) {
      refused_figures().push_back(file.filename().string() + ": " + error.what());
    }
  }
  return figures;
}

}  // namespace

const std::vector<NamedFigure>& all_figures() {
  static const std::vector<NamedFigure> figures = build_all();
  return figures;
}

const std::vector<std::string>& figures_refused() {
  static_cast<void>(all_figures());
  return refused_figures();
}

}  // namespace sinew::test
