import assert from 'node:assert/strict';
import { announceSpeakers } from '#e2e/support/openai/announce-speakers';
import { serveApi } from '#e2e/support/openai/serve-api';
import { testWith } from '#e2e/support/with-settings';

/* OpenAI's own client on a server that can separate speakers. */

const api = await serveApi();
const test = testWith(() => announceSpeakers(api.db()));

const segments = [
  { id: 'seg_0', start: 0, end: 0.9, speaker: 'A', text: 'Hello there.' },
  { id: 'seg_1', start: 1, end: 2.4, speaker: 'A', text: 'How are you?' },
  { id: 'seg_2', start: 10, end: 10.4, speaker: 'B', text: 'Fine.' },
].map((segment) => ({ type: 'transcript.text.segment', ...segment }));

test('diarized_json has the segments with their speakers', async () => {
  const file = api.file();
  const asked = api.client().audio.transcriptions.create({
    ...{ file, model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' },
    response_format: 'diarized_json',
  });
  await Promise.race([asked, api.findJob(file)]);
  await api.complete(await api.findJob(file), 'Hello there. How are you?', 'Fine.');
  assert.deepEqual(await asked, {
    ...{ task: 'transcribe', duration: 10, text: 'Hello there. How are you? Fine.', segments },
    usage: { type: 'duration', seconds: 10 },
  });
});

test('a stream of diarized_json ends with the segments, then the text', async () => {
  const file = api.file();
  const stream = await api.client().audio.transcriptions.create({
    ...{ file, model: 'gpt-4o-transcribe-diarize', stream: true },
    response_format: 'diarized_json',
  });
  await api.complete(await api.findJob(file), 'Hello there. How are you?', 'Fine.');
  const events = [];
  for await (const event of stream) events.push(event);
  assert.deepEqual(
    events.filter(({ type }) => type === 'transcript.text.segment'),
    segments,
  );
  assert.deepEqual(events.at(-1), {
    type: 'transcript.text.done',
    text: 'Hello there. How are you? Fine.',
  });
});
