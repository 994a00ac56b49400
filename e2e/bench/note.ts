/** The figures measured so far, in order. */
export const rows: Array<{ figure: string; measured: string; floor: string }> = [];

/** Notes a figure for the table at the end, and shows it at once. */
export function note(figure: string, measured: string, floor: string): void {
  rows.push({ figure, measured, floor });
  console.error(`${figure}: ${measured}`);
}
