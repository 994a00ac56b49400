import { toPlain, type TranscriptDocument } from '#lib/exports/documents/transcript-document';
import type { Face } from '#lib/exports/pdf/load-fonts';
import { layOut } from '#lib/exports/pdf/lay-out';
import type { Run } from '#lib/exports/pdf/place-runs';
import { getInk } from '#lib/exports/pdf/to-pdf';

/** Enough for a page in the smallest font. */
const maxCharacters = 10_000;
/** Caps the picture's text alternative. */
const maxTitle = 600;

/** Draws a PDF's first page as SVG with outlined letters and its text as title. Lays out only a long one's start. */
export async function toFirstPage(document: TranscriptDocument): Promise<Buffer> {
  const { paragraphs, margins, page } = await layOut(shorten(document));
  const glyphs = new Map<string, string>();
  const texts = paragraphs.flatMap(({ lines, spans, look }) =>
    lines
      .filter((line) => line.page === 0)
      .flatMap(({ runs, x, baseline }) =>
        runs.map((run) => {
          const { link, isDimmed = look.isDimmed } = spans[run.span] ?? {};
          return drawRun(run, { size: look.size, x, y: baseline, ink: getInk({ link, isDimmed }) }, glyphs);
        }),
      ),
  );
  const margin = (margins[0] ?? []).flatMap(({ runs, size, x, baseline }) =>
    runs.map((run) => drawRun(run, { size, x, y: baseline, ink: getInk({ isDimmed: true }) }, glyphs)),
  );
  const { name, facts, blocks } = document;
  const said = blocks.slice(0, 20).map(({ label, text }) => `${toPlain(label)} ${toPlain(text)}`);
  const title = [name, ...(facts === undefined ? [] : [facts]), ...said].join('\n').slice(0, maxTitle);
  const defined = [...glyphs].map(([id, path]) => `<path id="${id}" d="${path}"/>`);
  return Buffer.from(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}">`,
      `<title>${escapeXml(title)}</title><defs>${defined.join('')}</defs>`,
      `<rect width="100%" height="100%" fill="#fff"/>${[...margin, ...texts].join('')}</svg>`,
    ].join(''),
  );
}

function shorten(document: TranscriptDocument): TranscriptDocument {
  let left = maxCharacters;
  const end = document.blocks.findIndex(({ text }) => (left -= toPlain(text).length) < 0);
  if (end < 0) return document;
  const blocks = document.blocks.slice(0, end + 1).map((block) => {
    let room = maxCharacters;
    const text = block.text.map((part) => {
      const kept = part.text.slice(0, Math.max(0, room)).replaceAll(/\p{Cs}/gu, '');
      room -= part.text.length;
      return { ...part, text: kept };
    });
    return { ...block, text };
  });
  const withoutTotal = (line: TranscriptDocument['footer']): TranscriptDocument['footer'] => {
    const hide = (text: (typeof line)['left']): (typeof line)['left'] =>
      text.map((part) => ('field' in part && part.field === 'pages' ? { text: '…' } : part));
    return { left: hide(line.left), center: hide(line.center), right: hide(line.right) };
  };
  return {
    ...document,
    blocks,
    header: withoutTotal(document.header),
    footer: withoutTotal(document.footer),
  };
}

/** Draws a run as references to its glyphs, which are collected in `glyphs` by ID, in font units. */
function drawRun(
  { text, face, x: left }: Run,
  { size, x, y, ink }: { size: number; x: number; y: number; ink: string },
  glyphs: Map<string, string>,
): string {
  face.font.layout = face.layout;
  const { glyphs: shown, positions } = face.font.layout(text);
  const scale = round(size / face.font.unitsPerEm, 1e6);
  let at = 0;
  const uses = shown.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const id = `${toId(face)}-${glyph.id}`;
    if (!glyphs.has(id)) glyphs.set(id, glyph.path.toSVG());
    const [glyphX, glyphY] = [round(at + xOffset, 1), round(yOffset, 1)];
    at += xAdvance;
    if (glyphs.get(id) === '') return '';
    return `<use href="#${id}" x="${glyphX}"${glyphY === 0 ? '' : ` y="${glyphY}"`}/>`;
  });
  const place = `translate(${round(x + left * size, 100)} ${round(y, 100)}) scale(${scale} -${scale})`;
  return `<g fill="${ink}" transform="${place}">${uses.join('')}</g>`;
}

const toId = ({ id }: Face): string => id.replaceAll(/[^\w-]/g, '');

const round = (value: number, parts: number): number => Math.round(value * parts) / parts;

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
