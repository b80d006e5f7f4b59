// write_takes FOLDER: a small take as honest.glb and honest.take, the file without its take, and forgeries of it, for
// the tests of the command line and of other programs.
#include <filesystem>
#include <iostream>

#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "pipelines/take_export.h"
#include "tests/libanim/validity/small_takes.h"
#include "tests/pipelines/take/forged_files.h"

int main(int argc, char** argv) {
  using namespace sinew;
  if (argc != 2) return 2;
  try {
    const std::filesystem::path folder = argv[1];
    const auto write = [&](const std::string& name, ByteSpan bytes) {
      write_file_atomic(folder / name, bytes, Existing::kReplace);
    };
    const Take take = test::small_take();
    write("honest.glb", export_take(take, {}).bytes);
    write("honest.take", encode_take(take, TakeMeshes::kKept));
    TakeExportOptions bare;
    bare.embed = false;
    write("bare.glb", export_take(take, {}, bare).bytes);
    for (const test::Forgery& forgery : test::forgeries(take)) write(forgery.name + ".glb", forgery.file);
    Take foreign = take;
    foreign.provenance.fingerprint = "another machine";
    write("foreign.glb", export_take(foreign, {}).bytes);
    return 0;
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
