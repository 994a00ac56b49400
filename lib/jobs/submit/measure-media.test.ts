import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureMedia, measuringQueue } from '#lib/jobs/submit/measure-media';

test('media whose turn to be measured does not come in time is refused, to be sent again later, and is not copied before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let release = (): void => {};
  const accountId = 'busy';
  const blocked = measuringQueue().run(accountId, () => new Promise<void>((resolve) => (release = resolve)));
  const copy = () => assert.fail('copied before its turn');
  const refused = assert.rejects(measureMedia(copy, { accountId }), {
    reason: { kind: 'service-unavailable', retryAfterSeconds: 10 },
  });
  t.mock.timers.tick(60_000);
  await refused;
  release();
  await blocked;
});
