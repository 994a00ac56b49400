/** Lines in these colors stand out from both backgrounds and from speaker colors. All work with dark text. */
export const personColors = [
  '#e048b8',
  '#0a9cbc',
  '#e07404',
  '#0fa44d',
  '#9c6bff',
  '#fe4a5b',
  '#04a19b',
  '#a88d10',
  '#4087fd',
  '#769c03',
] as const;

/** A person's color, one of ten. */
export const personColor = (number: number): string =>
  personColors[number % personColors.length] ?? personColors[0];
