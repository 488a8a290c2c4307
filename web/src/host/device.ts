// Adapter, device and canvas set-up.
import { fail } from '../errors.js';

/** Asked for where the adapter has them; a program that needs a missing one fails validation. */
const FEATURES = [
  'timestamp-query', 'primitive-index', 'texture-formats-tier1', 'rg11b10ufloat-renderable', 'core-features-and-limits',
  'depth32float-stencil8', 'dual-source-blending', 'depth-clip-control',
];

/** RENDER_ATTACHMENT | COPY_SRC, so that a program can copy what it drew. */
const CANVAS_USAGE = 17;

export async function openDevice(requiredLimits: Record<string, number>): Promise<GPUDevice> {
  const gpu: GPU | undefined = navigator.gpu;
  const adapter = await gpu?.requestAdapter();
  if (!adapter) fail('no-webgpu', gpu ? 'WebGPU has no adapter on this machine' : 'this browser has no WebGPU');
  const requiredFeatures = FEATURES.filter((name) => adapter.features.has(name)) as GPUFeatureName[];
  return adapter.requestDevice({ requiredFeatures, requiredLimits }).catch((error: unknown) =>
    fail('device', `the device that this program asks for cannot be had: ${error}`));
}

export function configureCanvas(
  canvas: HTMLCanvasElement | OffscreenCanvas, device: GPUDevice, alphaMode: GPUCanvasAlphaMode,
): GPUCanvasContext {
  const context = canvas.getContext('webgpu') as GPUCanvasContext | null;
  if (!context) fail('canvas', 'the canvas already has a context of another kind');
  context.configure({ device, format: navigator.gpu.getPreferredCanvasFormat(), alphaMode, usage: CANVAS_USAGE });
  return context;
}
