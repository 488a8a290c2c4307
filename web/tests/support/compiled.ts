// Files made by the real compiler: its binary is $PNGINE_BIN, or that of the release build.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const binary = process.env['PNGINE_BIN'] ?? join(root, 'build', 'release', 'bin', 'pngine');

/** A loud skip on a person's machine; in CI (the variable CI is set) the tests run, and fail. */
export function compilerMissing(): boolean {
  if (existsSync(binary)) return false;
  console.warn(`\n*** SKIPPED: tests that need the compiler; it is not at ${binary} ***\n`);
  return !process.env['CI'];
}

/** Compiles a source of the repository's samples folder, or any text, to a PNG. */
export function compile(source: string): Uint8Array<ArrayBuffer> {
  return output(source, '.png');
}

/** The ZIP bundle of a source, with its executor beside the payload. */
export const bundle = (source: string): Uint8Array<ArrayBuffer> => output(source, '.zip', 'bundle');

function output(source: string, ending: string, ...command: string[]): Uint8Array<ArrayBuffer> {
  const out = join(tmpdir(), `pngine-test-${process.pid}-${Math.random().toString(36).slice(2)}${ending}`);
  execFileSync(binary, [...command, '-', '-o', out], { input: source });
  return new Uint8Array(readFileSync(out));
}

export const COLLATZ = `
(define :name BOUND :value 131072)
(buffer :name steps :size (* BOUND 4) :usage [storage])
(buffer :name result :size 32 :usage [storage copy-src])
(buffer :name readback :size 32 :usage [map-read copy-dst])
(shader-module :name climb :code """
@group(0) @binding(0) var<storage, read_write> steps: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var v = id.x;
  var count = 0u;
  while (v > 1u) {
    v = select(v >> 1u, 3u * v + 1u, (v & 1u) == 1u);
    count++;
  }
  steps[id.x] = count;
}
""")
(shader-module :name fold :code """
@group(0) @binding(0) var<storage, read> steps: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2u>;
var<workgroup> best: array<u32, 256>;
var<workgroup> total: array<u32, 256>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_id) id: vec3u) {
  for (var n = id.x; n < arrayLength(&steps); n += 256u) {
    total[id.x] += steps[n];
    best[id.x] = max(best[id.x], (steps[n] << 20u) | n);
  }
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (id.x < half) {
      total[id.x] += total[id.x + half];
      best[id.x] = max(best[id.x], best[id.x + half]);
    }
  }
  if (id.x == 0u) {
    result[0] = vec2u(arrayLength(&steps), 0u);
    result[1] = vec2u(best[0] & 0xfffffu, 0u);
    result[2] = vec2u(best[0] >> 20u, 0u);
    result[3] = vec2u(total[0], 0u);
  }
}
""")
(compute-pipeline :name climbing :layout auto (compute :module climb :entry main))
(compute-pipeline :name folding :layout auto (compute :module fold :entry main))
(bind-group :name climbGroup :layout climbing :group 0 (entry :binding 0 :buffer steps))
(bind-group :name foldGroup :layout folding :group 0 (entry :binding 0 :buffer steps) (entry :binding 1 :buffer result))
(compute-pass :name first :pipeline climbing :bind-groups [climbGroup] (dispatch :workgroups [(/ BOUND 64)]))
(compute-pass :name second :pipeline folding :bind-groups [foldGroup] (dispatch :workgroups [1]))
(queue :name out (copy-buffer-to-buffer :source result :destination readback :size 32))
(frame :name main :perform [first second out])
`;
