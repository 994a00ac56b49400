import { encode } from 'uqr';

/** A QR code for an SVG: the side of its square in modules, quiet zone included, and the path of the dark modules. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws a text as a QR code. */
export function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: path.join('') };
}
