import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import { detected, understands } from '#components/recognition/language-choices.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/recognition/offer.ts';
import { resolveChoices, type Draft } from '#components/recognition/resolve-choices.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { Span } from '#lib/transcript/align/word-range';

/** The part to recognize again, unless it is the whole recording. */
export interface AgainPart {
  /** Only separate the speakers again. */
  task?: 'speakers';
  /** Only recognize this passage. */
  passage?: Span;
}

/** Jobs that can be recognized again. */
export interface Recognizable {
  jobIds: string[];
  /** Set for a single job only. */
  name: string | undefined;
  /** The options that a single job was submitted with, but with the default engine. */
  draft: Draft;
  /** The total price. */
  cents: number;
  balanceCents: number;
  offer: RecognitionOffer;
}

/** The choices for another recognition. Omitted ones keep their value. */
export interface AgainChoices extends Omit<RecognitionChoices, 'audio_tracks'> {
  audio_tracks?: 'auto' | 'all' | number[];
}

/** The actions of the dialog. */
export interface AgainActions {
  read: (jobIds: string[], part: AgainPart) => Promise<ActionResult<Recognizable>>;
  start: (jobIds: string[], choices: AgainChoices, part: AgainPart) => Promise<ActionResult<SubmitResult>>;
}

/** A form field whose value replaces the original one. */
export type AgainField = keyof Draft;

/** The values of these fields, even if unset, and the values that the engine requires. */
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
