import type { ExportTemplate } from '#lib/transcript/text/export-template';

/** The sizes of paper, in points: A4 (ISO 216) and US Letter (ANSI A). */
const sizes: Record<ExportTemplate['paper'], { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
};

/** A page in points. `footer` is the distance of a header's top and a footer's bottom to the edge. */
export interface Page {
  width: number;
  height: number;
  margin: number;
  footer: number;
}

/** The pages of a document, with a margin that leaves about eighty letters to a line. */
export function toPage({ template }: { template?: Pick<ExportTemplate, 'paper'> | undefined }): Page {
  return { ...sizes[template?.paper ?? 'a4'], margin: 72, footer: 40 };
}
