import type { Font, Path } from 'fontkit';

const pictures = new WeakMap<Font, Map<number, unknown>>();

/** Draws a glyph's outline as a form XObject in font units, which all pages share and text extraction ignores. */
export function pictureGlyph(pdf: PDFKit.PDFDocument, font: Font, glyph: number): unknown {
  const known = pictures.get(font) ?? new Map<number, unknown>();
  pictures.set(font, known);
  if (known.has(glyph)) return known.get(glyph);
  const { path } = font.getGlyph(glyph);
  const { minX, minY, maxX, maxY } = path.bbox;
  const BBox = path.commands.length === 0 ? [0, 0, 0, 0] : [minX, minY, maxX, maxY];
  const picture = pdf.ref({ Type: 'XObject', Subtype: 'Form', BBox, Resources: {} });
  known.set(glyph, picture);
  picture.end(Buffer.from(outline(path)));
  return picture;
}

const operators = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c', quadraticCurveTo: 'c', closePath: 'h' };

/** Converts a path to PDF operators, which have only cubic curves. */
function outline({ commands }: Path): string {
  let [x, y] = [0, 0];
  const drawn = commands.map(({ command, args }) => {
    const [a = 0, b = 0, endX = 0, endY = 0] = args;
    const points =
      command === 'quadraticCurveTo'
        ? [
            x + (2 * (a - x)) / 3,
            y + (2 * (b - y)) / 3,
            endX + (2 * (a - endX)) / 3,
            endY + (2 * (b - endY)) / 3,
            endX,
            endY,
          ]
        : args;
    [x = x, y = y] = points.slice(-2);
    return [...points.map((value) => Math.round(value * 100) / 100), operators[command]].join(' ');
  });
  return [...drawn, 'f'].join('\n');
}
