// Device and canvas set-up.
import { NO_WEBGPU, USED_CANVAS, fail, failing } from '../errors.js';
import { DRAWS } from './link.js';

/** Asked for where the adapter has them; a program that needs a missing one fails validation. Computing needs none. */
const FEATURES = 'timestamp-query primitive-index texture-formats-tier1 rg11b10ufloat-renderable core-features-and-limits ' +
  'depth32float-stencil8 dual-source-blending depth-clip-control';

/** RENDER_ATTACHMENT | COPY_SRC | COPY_DST, so that a program can copy what it drew, and copy to the canvas. */
const CANVAS_USAGE = 19;

export async function openDevice(requiredLimits: Record<string, number>): Promise<GPUDevice> {
  const adapter = await (navigator.gpu as GPU | undefined)?.requestAdapter();
  if (!adapter) fail('no-webgpu', NO_WEBGPU);
  const features = DRAWS && { requiredFeatures: FEATURES.split(' ').filter((name) => adapter.features.has(name)) as GPUFeatureName[] };
  return adapter.requestDevice({ ...features, requiredLimits }).catch(failing('device', 'no device: '));
}

export function configureCanvas(
  canvas: HTMLCanvasElement | OffscreenCanvas, device: GPUDevice, alphaMode: GPUCanvasAlphaMode,
): GPUCanvasContext {
  const context = canvas.getContext('webgpu') as GPUCanvasContext | null;
  if (!context) fail('canvas', USED_CANVAS);
  context.configure({ device, format: navigator.gpu.getPreferredCanvasFormat(), alphaMode, usage: CANVAS_USAGE });
  return context;
}
