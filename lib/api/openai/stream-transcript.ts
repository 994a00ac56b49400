import { describeEnd } from '#lib/api/dialects/describe-refusal';
import { type Asked, findOutcome } from '#lib/api/openai/answer';
import { openAi } from '#lib/api/openai/errors';
import { presentDelta, toEvent, writeEndEvents, type Told } from '#lib/api/openai/present-events';
import { streamBody } from '#lib/api/dialects/stream-body';
import { followJob } from '#lib/jobs/read/follow-job';
import { readPieces, type RecognizedPiece } from '#lib/jobs/work/recognized-pieces';
import { withVersion } from '#lib/revisions/with-version';

/*
 * Pieces of a recording are sent in order as they are recognized. An ended job keeps no pieces, so the last ones may be
 * gone before they are read: their words are then taken from the transcript. Words already sent stay as they are, while
 * the transcript may still be punctuated and cleaned: its whole text follows at the end.
 */

const beatMs = 15_000;

/** Responds with server-sent events for each piece, from the first one on. */
export function streamTranscript(asked: Asked): Response {
  const left = new AbortController();
  const signal = AbortSignal.any([asked.signal, left.signal]);
  return new Response(
    streamBody(writeEvents({ ...asked, signal }), () => left.abort()),
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    },
  );
}

async function* writeEvents(asked: Asked): AsyncGenerator<string | Uint8Array, void> {
  const { reference, signal } = asked;
  // Starts the response, whose headers name the job.
  yield ': in progress\n\n';
  try {
    yield* followEvents(asked);
  } catch (error) {
    if (signal.aborted) return;
    yield toEvent(describeEnd(openAi, error, reference.jobId));
  }
}

async function* followEvents({
  db,
  reference,
  requested,
  signal,
}: Asked): AsyncGenerator<string | Uint8Array, void> {
  let next = 0;
  let told: Told = { fromMs: 0, words: [] };
  for await (const step of followJob(reference, { signal, beatMs })) {
    if (step === 'beat') {
      yield ': in progress\n\n';
      continue;
    }
    const result = await findOutcome(db, reference);
    if (result !== undefined) {
      const input = { told, requested };
      const work = { name: 'write-openai-events', here: writeEndEvents, input } as const;
      const { accountId } = reference;
      return yield await withVersion(db, result.version, work, { accountId, signal });
    }
    for (const piece of await readPieces(db, { jobId: reference.jobId, from: next })) {
      // Pieces are recognized concurrently: later ones wait for those before them.
      if (piece.index !== next) break;
      next += 1;
      const { before } = told;
      told = addTold(told, piece);
      if (piece.words.length > 0) yield toEvent(presentDelta(piece.words, { before, requested }));
    }
  }
}

/** Pieces of all channels are ordered by start: no later one contains a word that begins before this one. */
function addTold({ words, before }: Told, piece: Pick<RecognizedPiece, 'startMs' | 'words'>): Told {
  const { startMs: fromMs } = piece;
  return {
    fromMs,
    words: [...words, ...piece.words].filter(({ startMs }) => startMs >= fromMs),
    before: piece.words.at(-1)?.text ?? before,
  };
}
