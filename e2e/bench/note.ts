/** A figure that was measured, what it is compared with, and whether it keeps within that. */
export interface Row {
  figure: string;
  measured: string;
  floor: string;
  isWithin: boolean;
}

/** The figures measured so far, in order. */
export const rows: Row[] = [];

/** Notes a figure for the table at the end, and shows it at once. */
export function note(figure: string, measured: string, floor: string, isWithin = true): void {
  rows.push({ figure, measured, floor, isWithin });
  console.error(`${figure}: ${measured}`);
}

/** The lines of a table of these figures, in which those that are `beyond` their bounds are marked. */
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
