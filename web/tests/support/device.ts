// Dawn for Node as the device of tests: the Null back end validates without a GPU, SwiftShader computes.
import { existsSync } from 'node:fs';
import { create, globals } from 'webgpu';

const ICD = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** Makes navigator.gpu that of the back end. */
export function install(backend: 'null' | 'swiftshader'): void {
  if (backend === 'swiftshader') {
    if (!existsSync(ICD)) throw new Error(`SwiftShader is missing: ${ICD} (Debian package chromium-common)`);
    process.env['VK_ICD_FILENAMES'] = ICD;
  }
  Object.assign(globalThis, globals);
  const gpu = create([backend === 'null' ? 'backend=null' : 'backend=vulkan']);
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  gpu.getPreferredCanvasFormat = () => 'bgra8unorm';
}
