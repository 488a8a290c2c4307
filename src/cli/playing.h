// What `run` and `--frame` share: options of the native player, progress, and what it has to say.
#pragma once
#include <expected>
#include <string>

#include "cli/io.h"
#include "cli/options.h"
#include "player/player.h"

namespace pngine::cli {

/// Rows for the tables of the commands that play.
inline constexpr OptionSpec kAdapterOption = {"--adapter", "", "NAME",
                                              "software, swiftshader, llvmpipe, or part of an adapter's name"};
inline constexpr OptionSpec kTimeOption = {"--time", "-t", "SEC", "time of the first frame in seconds (0)"};
inline constexpr OptionSpec kStepOption = {"--time-step", "", "SEC", "time between frames in seconds (1/60)"};
inline constexpr OptionSpec kFramesOption = {"--frames", "", "N", "how many frames to run (1)"};
inline constexpr OptionSpec kSizeOption = {"--size", "-s", "WxH", "canvas size in pixels (512x512)"};
inline constexpr OptionSpec kResizeOption = {
    "--resize", "", "FRAME=WxH",
    "from that frame on the canvas has this size, e.g. --resize 30=640x400; may be repeated", true};
inline constexpr OptionSpec kTimeoutOption = {"--timeout", "", "SEC",
                                              "end the GPU work after this long (60; 0 = never)"};
inline constexpr OptionSpec kTrustedOption = {"--trusted", "", "",
                                              "run in this process and without a time limit: for files you trust"};
inline constexpr OptionSpec kSetOption = {"--set", "", "PATH=VALUE",
                                          "set a uniform, e.g. --set light.color=1,0.5,0; may be repeated", true};

/// Reads the options above; errors are ready to print.
std::expected<player::PlayOptions, std::string> playOptions(const Arguments& arguments);

/// The sizes that a run's canvas has: "64x64", or "64x64, from frame 5 on 32x48".
std::string sizesText(const player::PlayOptions& options);

/// Adapter, warnings and reports on standard error. Gives the exit code: 0, 5 (execution) or 8 (the GPU refused
/// something).
int reportPlay(const player::PlayResult& result, std::string_view shown);

/// A progress line on a terminal: "frame 12 of 600".
class Progress {
 public:
  explicit Progress(uint32_t total);
  ~Progress();
  void at(uint32_t frame);

 private:
  uint32_t total_;
  bool shown_ = false;
};

}  // namespace pngine::cli
