/** A measured figure, its bound, and whether it is within that bound. */
export interface Row {
  figure: string;
  measured: string;
  floor: string;
  isWithin: boolean;
}

/** The figures measured so far, in order. */
export const rows: Row[] = [];

/** Adds a figure to the final table, and prints it at once. */
export function note(figure: string, measured: string, floor: string, isWithin = true): void {
  rows.push({ figure, measured, floor, isWithin });
  console.error(`${figure}: ${measured}`);
}

/** Formats figures as table lines, marking those `beyond` their bounds. */
export function formatTable(
  figures: readonly Row[],
  beyond: { has(row: Row): boolean } = new Set(),
): string[] {
  const width = (column: 'figure' | 'measured') => Math.max(...figures.map((row) => row[column].length));
  return figures.map((row) => {
    const { figure, measured, floor } = row;
    const mark = beyond.has(row) ? '  BEYOND' : '';
    return `${figure.padEnd(width('figure'))}  ${measured.padEnd(width('measured'))}  ${floor}${mark}`;
  });
}
