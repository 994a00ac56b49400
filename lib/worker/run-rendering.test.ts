import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSettings } from '#e2e/support/use-settings';
import { runRendering } from '#lib/worker/run-rendering';

useSettings({ LONGHAND_LOG_LEVEL: 'fatal' });

test('a beginning that the database cut off is taken back as soon as the database can be reached', async () => {
  const outage = Object.assign(new Error('the database has crashed'), { code: '57P02' });
  const refusals = [outage, outage];
  let isTakenBack = false;
  const rendering = {
    ...{ jobId: 'cut off', starts: 1, isHopeless: () => false },
    work: () => Promise.reject(outage),
    stepBack: async () => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
      isTakenBack = true;
    },
    giveUp: () => assert.fail('it is given up'),
  };
  const { signal } = new AbortController();
  await assert.rejects(runRendering(rendering, { signal, gone: signal, stop: () => {} }), outage);
  assert.ok(isTakenBack);
});
