// Width and height of an image file from its first bytes, or undefined when it is none that browsers decode.

const text = (bytes, at, length) => String.fromCharCode(...bytes.subarray(at, at + length));

function pngSize(bytes, view) {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(bytes, view) {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1];
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

function webpSize(bytes, view) {
  const u24 = (at) => view.getUint16(at, true) | (bytes[at + 2] << 16);
  switch (text(bytes, 12, 4)) {
    case 'VP8X': return { width: u24(24) + 1, height: u24(27) + 1 };
    case 'VP8 ': return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': return { width: (view.getUint32(21, true) & 0x3fff) + 1, height: ((view.getUint32(21, true) >> 14) & 0x3fff) + 1 };
    default: return undefined;
  }
}

export function imageSize(bytes) {
  if (bytes.length < 32) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text(bytes, 1, 3) === 'PNG') return pngSize(bytes, view);
  if (view.getUint16(0) === 0xffd8) return jpegSize(bytes, view);
  if (text(bytes, 8, 4) === 'WEBP') return webpSize(bytes, view);
  if (text(bytes, 0, 4) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return undefined;
}
