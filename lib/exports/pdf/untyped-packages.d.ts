/** Types of untyped packages, as far as they are used here. */

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required?: boolean } | null;
  }
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: null,
    options: { targetFormat: 'sfnt'; keepAllGlyphs: true; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; dropTables: readonly string[] },
  ): Promise<Buffer>;
}
