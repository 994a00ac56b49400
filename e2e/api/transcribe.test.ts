import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { countWordErrors, readClips, toWords } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

let longhand: SharedLonghand;
let client: Client;

before(async () => {
  longhand = await useLonghand();
  client = makeClient(longhand, (await longhand.createAccount(10_00)).apiKey);
});
after(() => longhand?.stop());

test('real speech becomes text with at most 30 % of its words wrong, each word timed inside it', async () => {
  const clips = await readClips();
  const engine = 'pocketsphinx';
  const jobs = await Promise.all(clips.map(({ file }) => client.submitFile(file, 'audio/wav', { engine })));
  assert.equal(await client.balance(), 8.75, 'each clip holds the price of one minute');
  let errors = 0;
  let spoken = 0;
  for (const [i, submitted] of jobs.entries()) {
    const job = await client.ended(submitted.id);
    assert.equal(job.status, 'transcribed', job.failure_detail);
    assert.equal(job.web_url, `${longhand.baseUrl}/editor/${job.id}`);

    const { monologues, speakers } = await client.transcript(job.id);
    assert.deepEqual(speakers, [{ id: 0, name: 'Speaker 1' }]);
    const elements = monologues.flatMap((monologue) => monologue.elements);
    let reached = 0;
    for (const { ts, end_ts: endTs } of elements) {
      assert.ok(reached <= ts && ts <= endTs, `times go backwards at ${ts}`);
      reached = endTs;
    }
    assert.ok(reached <= (job.duration_seconds ?? 0), `a word ends at ${reached}, after the recording`);

    const reference = clips[i]?.words ?? [];
    errors += countWordErrors(reference, toWords(elements.map((element) => element.value).join(' ')));
    spoken += reference.length;

    const text = await client.text(job.id);
    assert.match(text, /^Speaker 1: {4}00:00 {4}\S.*\n$/);
  }
  assert.equal(await client.balance(), 8.75, 'each clip was charged once');
  assert.ok(errors / spoken <= 0.3, `${errors} of ${spoken} words are wrong`);
});
