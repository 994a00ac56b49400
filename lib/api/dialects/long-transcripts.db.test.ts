import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { makeAccount } from '#e2e/support/make-account';
import { insertTranscribed } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { writeTranscript } from '#lib/api/asr/present-transcript';
import { readRequestOptions as readAsrOptions } from '#lib/api/asr/read-request-options';
import { transcribe } from '#lib/api/asr/transcribe';
import { answer } from '#lib/api/openai/answer';
import { writeEndEvents } from '#lib/api/openai/present-events';
import { writeTranscription } from '#lib/api/openai/present-transcription';
import { readRequestOptions } from '#lib/api/openai/read-request-options';
import { streamTranscript } from '#lib/api/openai/stream-transcript';
import { database } from '#lib/db/database';
import { completeJob } from '#lib/endings/complete-job';
import { metrics } from '#lib/metrics/metrics';
import { readSource } from '#lib/revisions/transcript-source';

/* Long transcripts are written in a thread, so that they hold up no other request, and are the same. */

const words = 3000;
const facts = { language: null, durationSeconds: 0 };
const { signal } = new AbortController();

await useOwnDatabase();
const { db } = database();

/** The work's result; it has had one thread do something. */
async function inThread<Result>(work: () => Promise<Result>): Promise<Result> {
  const countDone = async () =>
    (await metrics().threadTasks.get()).values.reduce((sum, { value }) => sum + value, 0);
  const before = await countDone();
  const result = await work();
  assert.equal((await countDone()) - before, 1);
  return result;
}

test('the formats of OpenAI’s API', async () => {
  const reference = await insertTranscribed(db, { words });
  const source = await readSource(db, { jobId: reference.jobId, revision: 0 });
  for (const format of ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json']) {
    const requested = readRequestOptions([['response_format', format]]);
    const response = await inThread(() => answer({ db, reference, requested, signal }));
    assert.equal(await response.text(), writeTranscription({ source, facts, requested }), format);
  }
  for (const format of ['json', 'diarized_json']) {
    const requested = readRequestOptions([
      ['response_format', format],
      ['stream', 'true'],
    ]);
    const streamed = await inThread(() => streamTranscript({ db, reference, requested, signal }).text());
    const told = { fromMs: 0, words: [] };
    assert.equal(streamed, `: in progress\n\n${writeEndEvents({ source, told, requested })}`, format);
  }
});

test('the formats of the ASR web service', async () => {
  // The sandbox speaks English.
  const spoken = { ...facts, language: 'en' };
  for (const output of ['txt', 'srt', 'vtt', 'tsv', 'json']) {
    // The same file of one account would be answered by its first job.
    const accountId = await makeAccount(db);
    const body = new FormData();
    body.set('audio_file', new File([Buffer.alloc(3200)], 'talk.pcm'));
    const query = { output, word_timestamps: 'true', encode: 'false' };
    const answerHeaders: Record<string, string> = {};
    const request = new Request('http://127.0.0.1/asr', { method: 'POST', body });
    const answering = transcribe({ db, accountId, mode: 'test', request, answerHeaders, query });
    const turn = () => new Promise((resolve) => void setImmediate(resolve));
    // An answer that fails is thrown.
    while (answerHeaders['x-longhand-job'] === undefined) await Promise.race([answering, turn()]);
    const [response, jobId] = await inThread(async () => {
      const id = answerHeaders['x-longhand-job'] ?? '';
      await completeJob(db, {
        ...{ jobId: id, words: machineWords(words) },
        speakers: [{ id: 0, name: 'Speaker 1' }],
        monologues: [{ id: 0, speaker: 0, from: 0, to: words }],
      });
      return [await answering, id] as const;
    });
    const source = await readSource(db, { jobId, revision: 0 });
    const requested = readAsrOptions(query);
    assert.equal(await response.text(), writeTranscript({ source, facts: spoken, requested }), output);
  }
});
