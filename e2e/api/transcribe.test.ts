import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import * as schemas from '#lib/api/v1/schemas';
import { makeClient, type Client } from '#e2e/support/client';
import { countWordErrors, ffmpeg, nearestClip, readClips, toWords, type Clip } from '#e2e/support/speech';
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

test('what is said in both tracks of a screen recording is in the transcript, and the record lists them', async (context) => {
  const folder = await makeTestFolder(context);
  const file = path.join(folder, 'obs.mkv');
  const clips = await readClips();
  const [desktop, microphone] = [nearestClip(clips, 7.1), nearestClip(clips, 3.3)];
  const stereo = 'apad=whole_dur=12,pan=stereo|c0=c0|c1=c0';
  await ffmpeg(
    ...['-i', desktop.file, '-i', microphone.file],
    ...['-filter_complex', `[0]${stereo}[desktop];[1]adelay=8000,${stereo},asplit[microphone][again]`],
    ...['-map', '[desktop]', '-map', '[microphone]', '-map', '[again]', '-c:a', 'aac'],
    ...['-metadata:s:a:0', 'title=Desktop', '-metadata:s:a:1', 'title=Mic', file],
  );
  const submit = async (audioTracks: unknown) => {
    const options = { engine: 'pocketsphinx', audio_tracks: audioTracks };
    const { id } = await client.submitFile(file, 'video/x-matroska', options);
    return client.ended(id);
  };
  const [job, only, missing] = await Promise.all([submit('auto'), submit([2]), submit([4])]);
  const hear = async (id: string) => {
    const { monologues } = await client.transcript(id);
    return monologues.flatMap(({ elements }) => elements).map(({ value, ts }) => ({ value, ts }));
  };
  const knownIn = (words: Array<{ value: string }>, clip: Clip) =>
    toWords(words.map(({ value }) => value).join(' ')).filter((word) => clip.words.includes(word)).length;
  const words = await hear(job.id);
  const [early, late] = [words.filter(({ ts }) => ts < 7.5), words.filter(({ ts }) => ts >= 7.5)];
  assert.ok(knownIn(early, desktop) >= 0.6 * desktop.words.length, JSON.stringify(words));
  assert.ok(knownIn(late, microphone) >= 0.6 * microphone.words.length, JSON.stringify(words));
  const answer = await client.request(`/jobs/${job.id}?include=recognition`);
  const { recognition } = schemas.jobToRead.parse(await answer.json());
  assert.deepEqual(recognition?.audio_tracks, [
    { number: 1, title: 'Desktop', channels: 2, used: true },
    { number: 2, title: 'Mic', channels: 2, used: true },
    { number: 3, channels: 2, used: false, reason: 'duplicate' },
  ]);
  assert.ok((await hear(only.id)).every(({ ts }) => ts > 7.5));
  assert.equal(missing.failure, 'invalid_media');
  assert.equal(missing.failure_detail, 'The recording has 3 audio tracks, so there is no track 4.');
});
