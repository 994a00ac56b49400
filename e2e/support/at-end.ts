const endings: Array<() => Promise<unknown>> = [];

/** Has this done after the last test of the process: what its files share outlives the hooks of each. */
export function atEnd(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** Does all of it, the latest first. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end();
}
