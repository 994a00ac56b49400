import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { type LaidOut, layOut, type Paragraph, type PlacedLine } from '#lib/exports/pdf/lay-out';
import { drawRun } from '#lib/exports/pdf/draw-run';
import type { Run } from '#lib/exports/pdf/place-runs';

/** Writes a transcript as a tagged, reproducible PDF with embedded fonts. Times link to the editor. */
export async function toPdf(document: TranscriptDocument): Promise<Buffer> {
  const laidOut = await layOut(document);
  const created = new Date(document.createdAt);
  const pdf = new PdfKit({
    autoFirstPage: false,
    size: [laidOut.page.width, laidOut.page.height],
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    // Missing from pdfkit's types.
    ...(document.template !== undefined && ({ subset: 'PDF/UA' } as object)),
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.name,
      Creator: 'Longhand',
      Producer: 'Longhand',
      CreationDate: created,
      ModDate: created,
    },
  });
  const bytes = buffer(pdf);
  draw(pdf, laidOut);
  pdf.end();
  return bytes;
}

type Pdf = PDFKit.PDFDocument;

const colors = { text: '#1c1c1e', link: '#1f4fbf', dimmed: '#6e6e73' } as const;

/** Draws a laid-out document with its structure for assistive technology: a heading, paragraphs and links. */
function draw(pdf: Pdf, { paragraphs, margins }: LaidOut): void {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let drawn = 0;
  const turnTo = (number: number): void => {
    for (; drawn <= number; drawn += 1) {
      pdf.addPage();
      for (const { runs, size, x, baseline } of margins[drawn] ?? []) {
        pdf.markContent('Artifact', { type: 'Pagination' });
        pdf.fillColor(colors.dimmed);
        for (const run of runs) drawRun(pdf, run, { size, x: x + run.x * size, y: baseline });
        pdf.endMarkedContent();
      }
    }
  };
  for (const paragraph of paragraphs) {
    const element = pdf.struct(paragraph.tag);
    root.add(element);
    for (const piece of cutPieces(paragraph)) {
      turnTo(piece.page);
      drawPiece(pdf, element, paragraph, piece);
    }
    element.end();
  }
  root.end();
}

/** Runs of one span on one page, which share a structure element. */
interface Piece {
  page: number;
  span: number;
  runs: Array<{ run: Run; line: PlacedLine }>;
}

function cutPieces({ lines }: Paragraph): Piece[] {
  const pieces: Piece[] = [];
  for (const line of lines) {
    for (const run of line.runs) {
      const last = pieces.at(-1);
      if (last !== undefined && last.page === line.page && last.span === run.span)
        last.runs.push({ run, line });
      else pieces.push({ page: line.page, span: run.span, runs: [{ run, line }] });
    }
  }
  return pieces;
}

/** Returns the color of a span. */
export function getInk({
  link,
  isDimmed,
}: {
  link?: string | undefined;
  isDimmed?: boolean | undefined;
}): string {
  if (link !== undefined) return colors.link;
  return isDimmed === true ? colors.dimmed : colors.text;
}

function drawPiece(
  pdf: Pdf,
  element: PDFKit.PDFStructureElement,
  { tag, spans, look }: Paragraph,
  { span, runs }: Piece,
): void {
  const { link, isDimmed = look.isDimmed } = spans[span] ?? {};
  const owner = link === undefined ? element : pdf.struct('Link');
  if (owner !== element) element.add(owner);
  owner.add(pdf.markStructureContent(link === undefined ? tag : 'Link'));
  pdf.fillColor(getInk({ link, isDimmed }));
  for (const { run, line } of runs) {
    drawRun(pdf, run, { size: look.size, x: line.x + run.x * look.size, y: line.baseline });
  }
  pdf.endMarkedContent();
  if (link === undefined) return;
  for (const { run, line } of runs) {
    const x = line.x + run.x * look.size;
    const top = line.baseline - look.size;
    pdf.link(x, top, run.width * look.size, look.lineHeight * 0.8, link, {
      structParent: owner,
      Contents: new String(`Open the editor at ${run.text}`),
    } as object);
  }
  owner.end();
}
