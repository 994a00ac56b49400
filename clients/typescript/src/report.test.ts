import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReport, renderSteps } from './report.ts';
import type { Step } from './outcome.ts';

const output = (isTTY = false) => {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
};

test('bars fit the terminal: what is sent comes first, and what does not fit is counted', () => {
  const steps: Array<[string, Step]> = [
    ['/in/waiting.wav', { name: 'waiting' }],
    [`/in/${'long'.repeat(40)}.wav`, { name: 'sending', share: 0.5 }],
    ['/in/third.wav', { name: 'transcribing' }],
  ];
  const lines = renderSteps(new Map(steps), { columns: 60, most: 2 });
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /^long.*…\s+█{8}░{8} {2}50%$/);
  assert.equal(lines[1], 'and 2 more');
  assert.ok(lines.every(({ length }) => length < 60));
});

test('without a terminal, people read plain lines, and programs the paths of results', () => {
  const [stdout, stderr] = [output(), output()];
  const report = createReport({ stdout, stderr, json: false, color: false });
  report.step('/in/a.wav', { name: 'sending', share: 0 });
  report.step('/in/a.wav', { name: 'sending', share: 0.5 });
  report.end('/in/a.wav', { status: 'transcribed', jobId: 'one', results: ['/out/a.txt'] });
  report.end('/in/b.wav', { status: 'failed', reason: 'Why.', isPassing: false });
  assert.deepEqual(stdout.written, ['/out/a.txt\n']);
  assert.deepEqual(stderr.written, [
    '/in/a.wav: sending\n',
    '/in/a.wav: /out/a.txt\n',
    '/in/b.wav: failed. Why.\n',
  ]);
});

test('JSON is one object for each recording, and nothing else is written', () => {
  const [stdout, stderr] = [output(true), output(true)];
  const report = createReport({ stdout, stderr, json: true, color: true });
  report.step('/in/a.wav', { name: 'reading' });
  report.say('A line.');
  report.end('/in/a.wav', { status: 'failed', reason: 'Why.', jobId: 'one', isPassing: false });
  report.close();
  const expected = { file: '/in/a.wav', status: 'failed', job_id: 'one', error: 'Why.' };
  assert.deepEqual(stdout.written, [`${JSON.stringify(expected)}\n`]);
  assert.deepEqual(stderr.written, []);
});

test('on a terminal, bars are drawn over, make room for lines, and are gone at the end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [stdout, stderr] = [output(true), { ...output(true), columns: 60, rows: 24 }];
  const drawn = () => {
    t.mock.timers.tick(100);
    return stderr.written.splice(0).join('');
  };
  const report = createReport({ stdout, stderr, json: false, color: false });
  report.step('/in/a.wav', { name: 'sending', share: 0.25 });
  report.step('/in/b.wav', { name: 'waiting' });
  assert.match(drawn(), /^a\.wav {2}█{4}░{12} {2}25%\nb\.wav {2}waiting\n$/);
  report.step('/in/a.wav', { name: 'sending', share: 0.5 });
  report.step('/in/a.wav', { name: 'transcribing' });
  assert.equal(drawn(), '\u001B[2A\u001B[Ja.wav  transcribing\nb.wav  waiting\n');
  report.end('/in/a.wav', { status: 'transcribed', jobId: 'one', results: ['/out/a.txt'] });
  assert.equal(drawn(), '\u001B[2A\u001B[J/in/a.wav: /out/a.txt\nb.wav  waiting\n');
  report.close();
  assert.equal(drawn(), '\u001B[1A\u001B[J');
  assert.deepEqual(stdout.written, []);
});
