import { requiredShare } from '#lib/imports/align-import';
import type { FittedTranscript } from '#lib/imports/fit-transcript';
import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import { transcriptMismatch, type Failure } from '#lib/jobs/failures/failure-details';
import type { Job } from '#lib/jobs/job';
import type { PlannedRecognition } from '#lib/recognition/recognition';
import type { RecognizedRecording } from '#lib/recognition/recognize-recording';
import type { RecognitionNote, RecognitionRecord } from '#lib/recognition/record';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { buildMonologues } from '#lib/recognition/words/build-monologues';
import { runInThread } from '#lib/threads/run-in-thread';
import { toText } from '#lib/transcript/edit';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** A machine transcript. */
interface Heard {
  words: MachineWord[];
  speakers: Speaker[];
  monologues: Monologue[];
}

/**
 * Returns recognition options for a recording with a given text: its words, and no speaker separation if the text names
 * all speakers.
 */
export function toTextOptions(
  paragraphs: readonly ImportedParagraph[],
): { text: string[] } & Pick<RecognitionOptions, 'speakers'> {
  const text = paragraphs.flatMap(({ content }) => toText(content).split(/\s+/));
  return { text, ...(paragraphs.every(({ speaker }) => speaker !== undefined) && { speakers: 'off' }) };
}

/** Notes on the recognition that also apply to a given text. */
const lastingNotes: ReadonlySet<RecognitionNote> = new Set(['speakers-failed', 'text-given', 'sound-lost']);

type Fitted = Extract<FittedTranscript, { kind: 'fitted' }>;

/** Fits a given text to the recognized words. Returns a failure if the text isn't the recording's. */
export async function fitGivenTranscript(
  { accountId }: Pick<Job, 'accountId'>,
  paragraphs: ImportedParagraph[],
  { words, speakers, monologues }: Heard,
  signal?: AbortSignal,
): Promise<Fitted | Failure> {
  const input = { paragraphs, heard: { words, speakers, monologues } };
  const fitted = await runInThread('fit-transcript', () => input, { accountId, signal });
  if (fitted.kind === 'mismatch') return transcriptMismatch(fitted.matchingShare, requiredShare);
  if (fitted.kind === 'faulty') return { failure: 'invalid_media', failureDetail: fitted.message };
  return fitted;
}

/**
 * Creates the machine transcript of a job with a given text: its words and speakers, timed by recognition and
 * alignment. Returns failures like `fitGivenTranscript`.
 */
export async function timeGivenTranscript(
  job: Pick<Job, 'accountId'>,
  paragraphs: ImportedParagraph[],
  { plan, recognized }: { plan: Pick<PlannedRecognition, 'alignWords'>; recognized: RecognizedRecording },
  signal: AbortSignal,
): Promise<(Heard & { record: RecognitionRecord }) | Failure> {
  const { record } = recognized;
  const fitted = await fitGivenTranscript(job, paragraphs, recognized, signal);
  if ('failure' in fitted) return fitted;
  const { lacking, isHeard } = fitted;
  const known = fitted.words.map((word, i) => ({ ...word, isHeard: isHeard[i] === true }));
  const timed = await plan.alignWords(known, signal);
  const { notUnderstood: _, languageDoubtful: __, ...asHeard } = record;
  return {
    words: timed.words,
    speakers: fitted.speakers,
    monologues: dividedAtPauses(fitted.monologues, timed.words),
    record: {
      ...asHeard,
      words: describeTiming(record.words, timed),
      notes: [
        ...record.notes.filter((note) => lastingNotes.has(note)),
        ...(lacking.length > 0 ? (['speech-not-understood'] as const) : []),
      ],
      ...(lacking.length > 0 && { notUnderstood: lacking }),
    },
  };
}

function describeTiming(
  heard: RecognitionRecord['words'],
  { isAligned, isEstimated }: { isAligned: boolean; isEstimated: boolean },
): RecognitionRecord['words'] {
  if (heard === 'spread') return isAligned ? 'mixed' : 'spread';
  if (isEstimated) return 'mixed';
  return heard === 'timed' && isAligned ? 'aligned' : heard;
}

/** Paragraphs with more letters were written by a program, or are a single block, and are split at pauses. */
const longText = 1500;

function dividedAtPauses(monologues: readonly Monologue[], words: readonly MachineWord[]): Monologue[] {
  return monologues
    .flatMap(({ speaker, from, to }) => {
      const own = words.slice(from, to);
      const length = own.reduce((sum, { text }) => sum + text.length + 1, 0);
      if (length <= longText) return [{ speaker, from, to }];
      return buildMonologues(own).map((part) => ({ speaker, from: from + part.from, to: from + part.to }));
    })
    .map((monologue, id) => ({ id, ...monologue }));
}
