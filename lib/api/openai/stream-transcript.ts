import { describeEnd } from '#lib/api/dialects/describe-refusal';
import type { JobResult } from '#lib/api/dialects/read-result';
import { type Asked, readOutcome } from '#lib/api/openai/answer';
import { openAi } from '#lib/api/openai/errors';
import { getText, presentLogprobs, presentSpokenSegment } from '#lib/api/openai/present-transcription';
import { toSegments } from '#lib/api/dialects/segments';
import { streamBody } from '#lib/api/dialects/stream-body';
import type { RequestOptions } from '#lib/api/openai/contract';
import { followJob } from '#lib/jobs/read/follow-job';
import { readPieces } from '#lib/jobs/work/recognized-pieces';
import { joinWords, withBlank } from '#lib/transcript/text/join-words';

/*
 * The pieces of a recording are told as they are recognized, in their order. The last ones may be gone before they are read,
 * since a job that has ended keeps none: what they held is then taken from the transcript, as the words of it that were not
 * told. What was told stays as it is, while the transcript may still be punctuated and cleaned: its text comes whole at the end.
 */

const beatMs = 15_000;

/** A word as both pieces and transcripts have it. */
interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
  confidence?: number;
  gap?: string;
}

/** The words that were told, as far back as there may be others that were not. */
interface Told {
  /** No word that is still to come begins before this. */
  fromMs: number;
  words: readonly SpokenWord[];
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
    yield toEvent(describeEnd(openAi, error, reference.jobId));
  }
}

async function* followEvents({ db, reference, requested, signal }: Asked): AsyncGenerator<string, void> {
  let next = 0;
  let told: Told = { fromMs: 0, words: [] };
  let before: string | undefined;
  const tell = function* (words: readonly SpokenWord[]): Generator<string> {
    if (words.length === 0) return;
    yield toEvent(presentDelta(words, { before, requested }));
    before = words.at(-1)?.text;
  };
  for await (const step of followJob(reference, { signal, beatMs })) {
    if (step === 'beat') {
      yield ': in progress\n\n';
      continue;
    }
    const result = await readOutcome(db, reference);
    if (result !== undefined) {
      for (const words of findRest(result, told)) yield* tell(words);
      return yield* writeEnd(result, requested);
    }
    for (const piece of await readPieces(db, { jobId: reference.jobId, from: next })) {
      // Several pieces are recognized at a time: a later one waits for those before it.
      if (piece.index !== next) break;
      next += 1;
      told = addTold(told, piece);
      yield* tell(piece.words);
    }
  }
}

/** Pieces are in the order of their start, those of all channels together: no later one holds a word that begins before this one. */
function addTold({ words }: Told, piece: { startMs: number; words: readonly SpokenWord[] }): Told {
  const { startMs: fromMs } = piece;
  return { fromMs, words: [...words, ...piece.words].filter(({ startMs }) => startMs >= fromMs) };
}

/** The words that haven't been sent yet, by monologue. Two channels may hold the same word at the same time. */
function findRest({ transcript }: JobResult, { fromMs, words: told }: Told): SpokenWord[][] {
  const toldTimes = new Map<string, number>();
  for (const key of told.map(toKey)) toldTimes.set(key, (toldTimes.get(key) ?? 0) + 1);
  const isRest = (word: SpokenWord): boolean => {
    const key = toKey(word);
    const times = toldTimes.get(key) ?? 0;
    toldTimes.set(key, times - 1);
    return times <= 0;
  };
  return transcript.monologues.map(({ words }) =>
    words.filter((word) => word.startMs >= fromMs && isRest(word)),
  );
}

/** Identifies a word before and after it is in the transcript: its times and letters stay, but case and marks may change. */
function toKey({ text, startMs, endMs }: SpokenWord): string {
  return `${startMs} ${endMs} ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}`;
}

function* writeEnd(result: JobResult, { format, logprobs }: RequestOptions): Generator<string> {
  const { transcript } = result;
  if (format === 'diarized_json') {
    for (const [i, segment] of toSegments(transcript).entries())
      yield toEvent(presentSpokenSegment(segment, i));
  }
  const words = transcript.monologues.flatMap((monologue) => monologue.words);
  yield toEvent({
    type: 'transcript.text.done',
    text: getText(transcript),
    ...(logprobs && { logprobs: presentLogprobs(words) }),
  });
}

function presentDelta(
  words: readonly SpokenWord[],
  { before, requested }: { before: string | undefined; requested: RequestOptions },
): Record<string, unknown> {
  return {
    type: 'transcript.text.delta',
    delta: withBlank(before, { ...words[0], text: joinWords(words) }),
    ...(requested.logprobs && { logprobs: presentLogprobs(words, { before }) }),
  };
}

function toEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
