import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { streamTranscript } from '#lib/api/openai/stream-transcript';
import { readRequestOptions } from '#lib/api/openai/read-request-options';
import { database } from '#lib/db/database';
import { storePiece } from '#lib/jobs/work/recognized-pieces';
import { mergeChannels } from '#lib/recognition/speakers/assign-speakers';
import { buildMonologues } from '#lib/recognition/words/build-monologues';
import type { MachineWord } from '#lib/transcript/model';
import { completeJob } from '#lib/endings/complete-job';

/* Streams of a stereo recording, whose channels are recognized piece by piece and merged at the end. */

await useOwnDatabase();
const accountId = await makeAccount(database().db);

const say = (text: string, startMs: number, endMs = startMs + 400): MachineWord => ({ text, startMs, endMs });

/** In the order of their start, the lower channel first. Both say "yes" at once; a word begins where its piece ends. */
const pieces = [
  {
    channel: 0,
    startMs: 0,
    endMs: 9000,
    words: [say('well', 100), say('yes', 8000), say('edge', 9000, 9000)],
  },
  { channel: 1, startMs: 0, endMs: 4000, words: [say('um', 200), say('hello', 3500)] },
  {
    channel: 1,
    startMs: 4000,
    endMs: 12_000,
    words: [say('so', 4000), say('yes', 8000), say('late', 11_000)],
  },
  { channel: 0, startMs: 9000, endMs: 20_000, words: [say('then', 9000, 9000), say('end', 19_000)] },
  { channel: 1, startMs: 12_000, endMs: 15_000, words: [say('bye', 12_000)] },
];

/** As a job ends: no one said "um", and the text is punctuated. */
async function complete(jobId: string): Promise<void> {
  const channels = [0, 1].map((channel) =>
    pieces
      .filter((piece) => piece.channel === channel)
      .flatMap((piece) => piece.words)
      .filter(({ text }) => text !== 'um')
      .map((word) => ({ ...word, text: `${word.text[0]?.toUpperCase()}${word.text.slice(1)}.` })),
  );
  const { words, speakers, wordSpeakers } = mergeChannels(channels);
  await completeJob(database().db, {
    ...{ jobId, words, speakers },
    monologues: buildMonologues(words, wordSpeakers),
  });
}

for (let result = 0; result <= pieces.length; result += 1) {
  test(`the deltas of ${result} pieces and of what the end of the job brings hold each word of the text once`, async () => {
    const { db } = database();
    const { id: jobId } = await makeJob(db, accountId);
    const { signal } = new AbortController();
    const requested = readRequestOptions([['stream', 'true']]);
    const reader = streamTranscript({
      db,
      reference: { accountId, jobId },
      requested,
      signal,
    }).body?.getReader();
    let text = '';
    const read = async (): Promise<boolean> => {
      const chunk = await reader?.read();
      text += Buffer.from(chunk?.value ?? []).toString();
      return chunk?.done === false;
    };
    // The comment that begins an answer, then a delta for each piece. All later ones are known before the stream is read on.
    await read();
    for (const [index, piece] of pieces.slice(0, result).entries()) {
      await storePiece(db, { ...{ jobId, index, progress: 0.1 }, ...piece });
      await read();
    }
    for (const [i, piece] of pieces.slice(result).entries())
      await storePiece(db, { ...{ jobId, index: result + i, progress: 0.1 }, ...piece });
    await complete(jobId);
    while (await read());
    const events = text
      .match(/^data: .*$/gm)
      ?.map((line) => JSON.parse(line.slice(6)) as { delta?: string; text?: string });
    const told = events?.map(({ delta = '' }) => delta).join('') ?? '';
    const done = events?.at(-1)?.text ?? '';
    const toWords = (said: string) => said.toLowerCase().replaceAll('.', '').split(' ').toSorted();
    assert.equal(toWords(done).length, 10);
    assert.deepEqual(
      toWords(told).filter((word) => word !== 'um'),
      toWords(done),
    );
  });
}
