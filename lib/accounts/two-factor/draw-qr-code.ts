import { encode } from 'uqr';

/** A QR code as an SVG draws it: the side of its square in modules, quiet zone included, and the path of the dark ones. */
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
