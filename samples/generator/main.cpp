#include <cstdio>
#include <filesystem>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "samples/generator/sample_set.h"

// make_samples FOLDER: writes the files of samples/data into the folder, replacing those that are there.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_samples FOLDER\n", stderr);
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    for (const auto& file : sinew::samples::make_sample_files()) {
      sinew::write_file_atomic(folder / file.name, file.bytes, sinew::Existing::kReplace);
      std::printf("%-10s %7zu bytes\n", file.name.c_str(), file.bytes.size());
    }
    return 0;
  } catch (const sinew::Error& error) {
    std::fprintf(stderr, "make_samples: %s\n", error.what());
    return error.kind() == sinew::ErrorKind::kIo ? 4 : 6;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_samples: %s\n", error.what());
    return 4;
  }
}
