// Runs a fuzz target over the files of a folder, so that the ordinary tests replay its corpus and its past crashes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int main(int count, char** arguments) {
  size_t files = 0;
  for (int i = 1; i < count; ++i) {
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i], error)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
      ++files;
    }
  }
  std::printf("replayed %zu files\n", files);
  return files == 0 ? 1 : 0;  // an empty corpus would be a test that cannot fail
}
