// write_large_batch FOLDER ITEMS: the folder of a batch that is over, without its files, for tests of the page.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "libanim/support/error.h"
#include "tests/pipelines/batch/large_batch.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    const std::filesystem::path folder = argv[1];
    const int items = std::atoi(argv[2]);
    std::filesystem::create_directories(folder);
    sinew::write_manifest(folder, sinew::test::large_manifest(items));
    sinew::test::write_large_journal(folder / "journal.jsonl", items);
    return 0;
  } catch (const sinew::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
