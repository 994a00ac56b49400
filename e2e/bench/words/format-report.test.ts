import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { formatReport } from './format-report';
import { scoreWords } from './score-words';

test('the report names what was measured where, and the wrong words when asked', () => {
  const clip = { name: 'a.flac', file: '/clips/a.flac', seconds: 2, text: 'so it is', source: 'a book' };
  const words = ['So', 'is'].map((text) => ({ text, startMs: 0, endMs: 1 }));
  const run = {
    engine: pocketsphinxDescription,
    heard: [{ clip, words }],
    timing: 'timed' as const,
    costs: { cpuSeconds: 1, peakMb: { one: 100, together: 150 } },
    failures: [],
  };
  const setting = { version: '1.2.3', machine: '2 cores', helpers: [], folder: '/clips' };
  const clips = { clips: [clip], untold: ['b.flac'], missing: [] };
  const lines = formatReport({ ...setting, clips }, [{ run, score: scoreWords(run.heard) }], true).split(
    '\n',
  );
  assert.equal(lines[0], 'Longhand 1.2.3, on 2 cores. Beside each engine: no models.');
  const row = lines.find((line) => line.startsWith('| pocketsphinx'))?.split(/ *\| */);
  assert.deepEqual(row?.slice(1, -1), [
    ...['pocketsphinx (0.8+5prealpha)', '33.3% (1)', 'no reference', 'none', '0.50', '100 / 150 MB'],
  ]);
  assert.ok(lines.includes('- a.flac, 1 of 3: it → ∅'));
  assert.ok(lines.includes('- a.flac, 2 s: a book'));
  assert.ok(lines.includes('Not recognized, since they have no text: b.flac.'));
});
