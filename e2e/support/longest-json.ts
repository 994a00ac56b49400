import { mock } from 'node:test';

/** Runs `work`, and returns the length of the longest JSON that this thread parsed or wrote meanwhile. */
export async function longestJson(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const note = (json: string | undefined): void => {
    longest = Math.max(longest, json?.length ?? 0);
  };
  const { parse, stringify } = JSON;
  const parsing = mock.method(JSON, 'parse', (...given: Parameters<typeof parse>): unknown => {
    note(given[0]);
    return parse(...given);
  });
  const writing = mock.method(JSON, 'stringify', (value: unknown, ...rest: []): string | undefined => {
    const json = stringify(value, ...rest) as string | undefined;
    note(json);
    return json;
  });
  try {
    await work();
    return longest;
  } finally {
    parsing.mock.restore();
    writing.mock.restore();
  }
}
