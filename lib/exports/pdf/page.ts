/** The page, in points: A4, with a margin that leaves about eighty letters to a line. */
export const page = { width: 595.28, height: 841.89, margin: 72, footer: 40 } as const;
