import { preload } from 'react-dom';

const interfaceFont = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
);
const readingFont = new URL(
  '../node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
  import.meta.url,
);

/** Preloads the interface font for the page that calls this. */
export function preloadInterfaceFont(): void {
  preloadFont(interfaceFont);
}

/** Preloads the transcript font for the page that calls this. */
export function preloadReadingFont(): void {
  preloadFont(readingFont);
}

/* Not next/font: built by Turbopack, it preloads every font of the project on every page. */
function preloadFont({ pathname }: URL): void {
  preload(pathname, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}
