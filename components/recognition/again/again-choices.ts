import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import { detected, understands } from '#components/recognition/language-choices.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/recognition/offer.ts';
import { resolveChoices, type Draft } from '#components/recognition/resolve-choices.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { Span } from '#lib/transcript/align/word-range';

/** What another recognition is of, where that is not all of the recording and its words. */
export interface AgainPart {
  /** Speakers are told apart again, and no words recognized. */
  task?: 'speakers';
  /** The passage that alone is recognized. */
  passage?: Span;
}

/** Jobs that can be recognized again. */
export interface Recognizable {
  jobIds: string[];
  /** Of a single one. */
  name: string | undefined;
  /** The options that a single one was submitted with, but the default engine. */
  draft: Draft;
  /** The price of all. */
  cents: number;
  balanceCents: number;
  offer: RecognitionOffer;
}

/** The choices of another recognition; those that are left out are as they were. */
export interface AgainChoices extends Omit<RecognitionChoices, 'audio_tracks'> {
  audio_tracks?: 'auto' | 'all' | number[];
}

/** The actions of the dialog. */
export interface AgainActions {
  read: (jobIds: string[], part: AgainPart) => Promise<ActionResult<Recognizable>>;
  start: (jobIds: string[], choices: AgainChoices, part: AgainPart) => Promise<ActionResult<SubmitResult>>;
}

/** A field of the form, whose value counts in place of what was submitted first. */
export type AgainField = keyof Draft;

/** The choices of these fields, also where nothing is chosen in them, and those without which the engine could not be used. */
export function toAgainChoices(
  draft: Draft,
  fields: ReadonlySet<AgainField>,
  offer: RecognitionOffer,
): AgainChoices {
  const { candidates, choices, takesVocabulary } = resolveChoices(draft, offer);
  const { canSeparateSpeakers } = offer;
  const [first] = candidates;
  const canDetect = first !== undefined && understands(first, detected);
  const { language = canDetect ? detected : undefined, engine } = choices;
  return {
    ...(fields.has('language') && language !== undefined && { language }),
    ...((fields.has('speakers') || !canSeparateSpeakers) && {
      speakers: choices.speakers ?? (canSeparateSpeakers ? 'auto' : 'off'),
    }),
    ...((fields.has('vocabulary') || !takesVocabulary) && { vocabulary: choices.vocabulary ?? [] }),
    ...(engine !== undefined && { engine }),
    ...(fields.has('audioTracks') && { audio_tracks: choices.audio_tracks ?? 'auto' }),
  };
}
