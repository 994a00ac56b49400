import { AlignmentType, Footer, type IStylesOptions, PageNumber, Paragraph, TextRun } from 'docx';
import { documentFonts } from '#lib/exports/word/fonts';

const ink = '1C1C1E';

/** Word counts lengths in twentieths of a point, and letters in halves. */
const length = (points: number): number => points * 20;
const letters = (points: number): number => points * 2;

/** A4 with an inch of margin, in twentieths of a point. */
export const wordPage = {
  size: { width: 11_906, height: 16_838 },
  margin: { top: length(72), right: length(72), bottom: length(72), left: length(72), footer: length(40) },
} as const;

/** The styles of headings, text and links; a reader can change them in one place. */
export function wordStyles(language: string): IStylesOptions {
  return {
    default: {
      document: {
        run: { size: letters(11), color: ink, ...documentFonts(language) },
        // Lines 1.25 times as high as the letters ask for.
        paragraph: { spacing: { after: length(11), line: 300 } },
      },
      heading1: {
        run: { size: letters(22), bold: true, color: ink },
        paragraph: { keepNext: true, spacing: { after: length(18), line: 264 } },
      },
      hyperlink: { run: { color: '1F4FBF', underline: {} } },
    },
  };
}

/** The style of the facts below a heading, and of the heading above them. */
export const factsLook = {
  headingSpacing: { after: length(2) },
  spacing: { after: length(18) },
  run: { size: letters(10), color: '6E6E73' },
};

/** The foot of every page: its number and how many there are. */
export function wordFooter(): Footer {
  const numbers = [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES];
  const run = new TextRun({ children: numbers, size: letters(9), color: '6E6E73' });
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [run] })] });
}
