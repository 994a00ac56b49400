import type { Heard } from '#lib/api/dialects/read-heard';
import { explain, type Asked } from '#lib/api/openai/answer';
import { errorBody } from '#lib/api/openai/errors';
import { getText, presentLogprobs, presentSpokenSegment } from '#lib/api/openai/present-transcription';
import { readOutcome } from '#lib/api/openai/read-outcome';
import { joinWords, toSegments } from '#lib/api/dialects/segments';
import { streamBody } from '#lib/api/dialects/stream-body';
import type { Wishes } from '#lib/api/openai/wishes';
import { followJob } from '#lib/jobs/read/follow-job';
import { readPieces } from '#lib/jobs/work/recognised-pieces';

/*
 * The pieces of a recording are told as they are recognized, in their order. The last ones may be gone before they are read,
 * since a job that has ended keeps none: what they held is then taken from the transcript. What was told stays as it is, while
 * the transcript may still be punctuated and cleaned: its text comes whole at the end.
 */

const beatMs = 15_000;

/** A word as both pieces and transcripts have it. */
interface SpokenWord {
  text: string;
  startMs: number;
  confidence?: number;
}

/** The answer to a request that wants to hear each piece: server-sent events, from the first one known. */
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

async function* writeEvents(asked: Asked): AsyncGenerator<string, void> {
  const { reference, signal } = asked;
  // Begins the answer, whose headers name the job.
  yield ': in progress\n\n';
  try {
    yield* followEvents(asked);
  } catch (error) {
    if (signal.aborted) return;
    yield toEvent(errorBody(explain(error, reference)));
  }
}

async function* followEvents({ db, reference, wishes, signal }: Asked): AsyncGenerator<string, void> {
  let next = 0;
  let toldMs = 0;
  let isFirst = true;
  const tell = function* (words: readonly SpokenWord[]): Generator<string> {
    if (words.length === 0) return;
    yield toEvent(presentDelta(words, { isFirst, wishes }));
    isFirst = false;
  };
  for await (const step of followJob(reference, { signal, beatMs })) {
    if (step === 'beat') {
      yield ': in progress\n\n';
      continue;
    }
    const heard = await readOutcome(db, reference);
    if (heard !== undefined) {
      for (const words of findRest(heard, toldMs)) yield* tell(words);
      return yield* writeEnd(heard, wishes);
    }
    for (const piece of await readPieces(db, { jobId: reference.jobId, from: next })) {
      // Several pieces are recognized at a time: a later one waits for those before it.
      if (piece.index !== next) break;
      next += 1;
      toldMs = Math.max(toldMs, piece.endMs);
      yield* tell(piece.words);
    }
  }
}

/** What of a transcript was not told yet, by monologue. */
function findRest({ transcript }: Heard, toldMs: number): SpokenWord[][] {
  return transcript.monologues.map(({ words }) => words.filter(({ startMs }) => startMs >= toldMs));
}

function* writeEnd(heard: Heard, { format, logprobs }: Wishes): Generator<string> {
  const { transcript } = heard;
  if (format === 'diarized_json') {
    for (const [i, segment] of toSegments(transcript).entries())
      yield toEvent(presentSpokenSegment(segment, i));
  }
  const words = transcript.monologues.flatMap((monologue) => monologue.words);
  yield toEvent({
    type: 'transcript.text.done',
    text: getText(transcript),
    ...(logprobs && { logprobs: presentLogprobs(words, { isFirst: true }) }),
  });
}

function presentDelta(
  words: readonly SpokenWord[],
  { isFirst, wishes }: { isFirst: boolean; wishes: Wishes },
): Record<string, unknown> {
  return {
    type: 'transcript.text.delta',
    delta: isFirst ? joinWords(words) : ` ${joinWords(words)}`,
    ...(wishes.logprobs && { logprobs: presentLogprobs(words, { isFirst }) }),
  };
}

function toEvent(data: Record<string, unknown>): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
