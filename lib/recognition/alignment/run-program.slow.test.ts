import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlignmentFailure } from '#lib/recognition/alignment/aligner';
import { runProgram } from '#lib/recognition/alignment/run-program';

const { signal } = new AbortController();
const limits = { deadlineMs: 20_000, maxProcessorSeconds: 10, signal };
const run = (script: string, changes: Partial<typeof limits> = {}) =>
  runProgram('/bin/sh', ['-c', script], { ...limits, ...changes });

test('a program runs behind others, without the variables of the service', async () => {
  const { stdout, stderr } = await run('nice; env; echo no >&2; exit 3');
  assert.match(stdout, /^10\n/);
  assert.deepEqual(
    stdout
      .match(/^\w+(?==)/gm)
      ?.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))
      .toSorted(),
    ['LC_ALL', 'NODE_ENV', 'PATH'],
  );
  assert.equal(stderr, 'no\n');
});

test('a program that takes too long or prints too much is ended, with all that it started', async () => {
  await assert.rejects(run('sleep 60 & sleep 60', { deadlineMs: 50 }), AlignmentFailure);
  await assert.rejects(run('while :; do :; done', { maxProcessorSeconds: 1 }), AlignmentFailure);
  await assert.rejects(run('yes'), /printed too much/);
  await assert.rejects(
    runProgram('/nowhere/x', [], { ...limits, signal: AbortSignal.abort(new Error('gone')) }),
    /gone/,
  );
});
