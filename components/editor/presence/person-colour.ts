/** Dark enough for white letters on them, and for a line on light paper. */
const colours = [
  '#3b4fc4',
  '#a3430c',
  '#17754a',
  '#8d2a83',
  '#0c6c80',
  '#7a5c00',
  '#b3243f',
  '#4a6a16',
  '#6a45b8',
  '#5b6068',
];

/** The color that marks a person, of ten. */
export const personColour = (number: number): string => colours[number % colours.length] ?? '#5b6068';
