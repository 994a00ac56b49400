import type { Face } from '#lib/exports/pdf/load-fonts';

/** Tells how wide a text of one face and level is, in points at size 1. */
export type Measure = (text: string, face: Face, level: number) => number;

/** A measure that remembers words. Text from left to right is measured word by word, as pdfkit draws it. */
export function rememberWidths(): Measure {
  const widths = new Map<Face, Map<string, number>>();
  return (text, face, level) => {
    const known = widths.get(face) ?? new Map<string, number>();
    widths.set(face, known);
    // Its words stand in another order than they are read in.
    const words = level % 2 === 1 ? [text] : text.split(/(?<= )/);
    let sum = 0;
    for (const word of words) {
      const width = known.get(word) ?? face.font.layout(word).advanceWidth / face.font.unitsPerEm;
      known.set(word, width);
      sum += width;
    }
    return sum;
  };
}
