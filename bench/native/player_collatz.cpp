// The player on the same program, measured as the yardstick is: bench_player_collatz PAYLOAD ADAPTER [FRAMES
// [trusted]]. PAYLOAD is a naked payload (pngine extract).
#include <cstdio>
#include <cstdlib>
#include <string>

#include "player/player.h"

int main(int argc, char** argv) {
  using namespace pngine;
  if (argc < 3) return 1;
  Bytes payload;
  std::FILE* file = std::fopen(argv[1], "rb");
  if (!file) return 2;
  uint8_t chunk[65536];
  for (size_t n; (n = std::fread(chunk, 1, sizeof chunk, file)) > 0;) payload.insert(payload.end(), chunk, chunk + n);
  std::fclose(file);
  player::PlayOptions options;
  options.adapter = player::parseAdapter(argv[2]);
  options.frames = argc > 3 ? static_cast<uint32_t>(std::atoi(argv[3])) : 1;
  options.in_process = argc > 4;
  options.timeout = 300;
  std::string numbers;
  options.on_readback = [&](player::Readback&& r) {
    numbers.clear();
    for (ByteReader reader(r.bytes); reader.left() >= 8;) numbers += std::to_string(reader.u64()) + ' ';
  };
  const player::PlayResult result = player::play(payload, options);
  if (result.error) {
    std::fprintf(stderr, "%s\n", result.error->message.c_str());
    return 3;
  }
  const double further = options.frames > 1 ? result.stats.frames_ms / (options.frames - 1) : 0;
  std::printf("%sfirst %.2f ms, then %.4f ms a frame\n", numbers.c_str(), result.stats.first_frame_ms, further);
  std::fflush(stdout);
  std::_Exit(0);
}
