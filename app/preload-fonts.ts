import { preload } from 'react-dom';

const interfaceFont = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
);
const readingFont = new URL(
  '../node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
  import.meta.url,
);

/** Has the typeface of the interface fetched together with the page that calls this. */
export function preloadInterfaceFont(): void {
  preloadFont(interfaceFont);
}

/** Has the typeface of transcripts fetched together with the page that calls this. */
export function preloadReadingFont(): void {
  preloadFont(readingFont);
}

/* Not by next/font, which preloads every font of the project on every page when Turbopack builds it. */
function preloadFont({ pathname }: URL): void {
  preload(pathname, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}
