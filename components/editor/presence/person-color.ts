/** Told from both backgrounds as a line, and from the speakers' colors; each carries dark letters. */
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

/** The color that marks a person, of ten. */
export const personColor = (number: number): string =>
  personColors[number % personColors.length] ?? personColors[0];
