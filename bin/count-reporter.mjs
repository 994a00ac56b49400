/**
 * A reporter for node's test runner that says only how many tests passed, failed and were skipped, as JSON.
 * @param {AsyncIterable<{ type: string, data: { skip?: unknown, todo?: unknown, details?: { type?: string } } }>} events
 */
export default async function* countTests(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass') counts[data.skip || data.todo ? 'skipped' : 'passed']++;
    if (type === 'test:fail' && !data.todo) counts.failed++;
  }
  yield JSON.stringify(counts);
}
