import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { draw } from '#lib/exports/pdf/draw';
import { layOut } from '#lib/exports/pdf/lay-out';

/**
 * A transcript as a tagged PDF on A4 pages: a heading, and for each monologue its speaker, its time as a link
 * into the editor, and its text, in fonts that the file carries. The same transcript gives the same bytes.
 */
export async function toPdf(document: TranscriptDocument): Promise<Buffer> {
  const laidOut = await layOut(document);
  const created = new Date(document.createdAt);
  const pdf = new PdfKit({
    autoFirstPage: false,
    size: 'A4',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    tagged: true,
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
