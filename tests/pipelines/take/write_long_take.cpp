// write_long_take FILE.glb FRAMES TRIANGLES: the small humanoid waves for so long, with a mesh of at least so many
// triangles over its bodies, for tests of size and speed.
#include <cstdlib>
#include <iostream>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/index.h"
#include "pipelines/figure_model.h"
#include "pipelines/take_export.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

std::size_t triangles_of(const Character& character) {
  std::size_t count = 0;
  for (const Mesh& mesh : character.meshes) {
    for (const Primitive& primitive : mesh.primitives) count += primitive.indices.size() / 3;
  }
  return count;
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
  using namespace sinew;
  if (argc != 4) return 2;
  try {
    test::SmallTakeOptions options;
    options.frames = std::atoi(argv[2]);
    Take take = test::small_take(options);
    const std::size_t wanted = to_size(std::atoi(argv[3]));
    while (triangles_of(take.character) < wanted) take.character = figure_model(take.character, take.figure);
    write_file_atomic(argv[1], export_take(take, {}).bytes, Existing::kReplace);
    std::cout << triangles_of(take.character) << " triangles\n";
    return 0;
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
