import assert from 'node:assert/strict';
import { announceSpeakers } from '#e2e/support/openai/announce-speakers';
import { serveApi } from '#e2e/support/openai/serve-api';
import { testWith } from '#e2e/support/with-settings';

/* Speaker separation on a server that supports it, for jobs with given words and speakers. */

const api = await serveApi();
const test = testWith(() => announceSpeakers(api.db()));

/** The answer for a recording of two speakers, and the options of its job. */
async function transcribe(query: string): Promise<{ text: string; options: unknown }> {
  const file = api.file();
  const asked = api.send(`/asr?${query}`, file);
  await Promise.race([
    asked.then(async (response) => assert.equal(response.status, 200, await response.clone().text())),
    api.findJob(file),
  ]);
  await api.complete(await api.findJob(file), 'Hello there. How are you?', 'Fine\tso.');
  const response = await asked;
  assert.equal(response.status, 200);
  return { text: await response.text(), options: (await api.newestJob())?.recognitionOptions };
}

const toLines = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

test('txt has the speaker before each sentence', async () => {
  const { text, options } = await transcribe('diarize=true');
  assert.deepEqual(options, { speakers: 'auto' });
  assert.equal(
    text,
    toLines('[SPEAKER_00]: Hello there.', '[SPEAKER_00]: How are you?', '[SPEAKER_01]: Fine\tso.'),
  );
});

test('json has the speaker of each segment', async () => {
  const { text, options } = await transcribe('output=json&diarize=True&min_speakers=2&max_speakers=2');
  assert.deepEqual(options, { speakers: 2 });
  const told = JSON.parse(text) as { text: string; segments: Array<{ text: string; speaker: string }> };
  assert.equal(told.text, ' Hello there. How are you? Fine\tso.');
  assert.deepEqual(
    told.segments.map(({ text, speaker }) => [speaker, text]),
    [
      ['SPEAKER_00', ' Hello there.'],
      ['SPEAKER_00', ' How are you?'],
      ['SPEAKER_01', ' Fine\tso.'],
    ],
  );
});

test('vtt has a voice for each caption', async () => {
  const { text } = await transcribe('output=vtt&diarize=1');
  assert.match(text, /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.000\n<v Speaker 1>Hello there\.<\/v>\n/);
  assert.match(text, /\n<v Speaker 2>Fine so\.<\/v>\n$/);
});

test('srt and tsv have no place for speakers, and are as without', async () => {
  const { text: srt } = await transcribe('output=srt&diarize=true');
  assert.match(srt, /^1\n00:00:00,000 --> 00:00:01,000\nHello there\.\n\n2\n/);
  assert.doesNotMatch(srt, /speaker/i);
  assert.equal(
    (await transcribe('output=tsv&diarize=true')).text,
    toLines('start\tend\ttext', '0\t900\tHello there.', '1000\t2400\tHow are you?', '10000\t10400\tFine so.'),
  );
});

test('who does not want speakers is not told any, though the job’s transcript has them', async () => {
  const { text, options } = await transcribe('output=json&diarize=false&min_speakers=2');
  assert.equal(options, null);
  assert.doesNotMatch(text, /speaker/i);
});
