const endings: Array<() => Promise<unknown>> = [];

/** Registers work to do after the last test of the process: what test files share outlives each file's hooks. */
export function atEnd(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** Runs all of it, the latest first. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end();
}
