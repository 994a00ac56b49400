/**
 * A reporter for node's test runner that gives the results as JSON, at the end.
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped' }} Result
 * @param {AsyncIterable<{ type: string, data: { name?: string, skip?: unknown, todo?: unknown, details?: { type?: string } } }>} events
 */
export default async function* reportResults(events) {
  /** @type {Result[]} */
  const results = [];
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite') continue;
    const { name = '' } = data ?? {};
    if (type === 'test:pass') results.push({ name, outcome: data.skip || data.todo ? 'skipped' : 'passed' });
    if (type === 'test:fail' && !data.todo) results.push({ name, outcome: 'failed' });
  }
  yield JSON.stringify(results);
}
