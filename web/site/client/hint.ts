// What helps against an error, by its code.

export function hint(code: string | undefined, file: string): string {
  switch (code) {
    case 'no-webgpu':
    case 'device':
      return isSecureContext
        ? `Current versions of Chrome, Edge, Safari and Firefox have WebGPU on most devices; some need it switched on. The file also runs without a browser: pngine run ${file}`
        : 'Browsers offer WebGPU to secure pages only: open this one by https, or as localhost on the machine that serves it.';
    case 'http':
    case 'source':
      return 'Is the server still running? Press Play to try again.';
    case 'container':
    case 'payload':
      return 'The file was changed on its way. Some hosts rewrite pictures and drop what is not a pixel; serve the bytes as they are.';
    case 'device-lost':
      return 'Press Play to start again.';
    default:
      return '';
  }
}
