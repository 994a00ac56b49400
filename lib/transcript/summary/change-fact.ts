import type { EditedMonologue, EditedSpeaker } from '#lib/transcript/edit';

/** One thing that a version changed, as the history tells it. Paragraphs, speakers or matches are counted. */
export type ChangeFact =
  | { kind: 'renamed' | 'mergedSpeaker'; from: string; to: string }
  | { kind: CountedFact; count: number };

/** What is told by its number alone. */
export type CountedFact =
  | 'renamedSpeakers'
  | 'mergedSpeakers'
  | 'addedSpeakers'
  | 'removedSpeakers'
  | 'recoloredSpeakers'
  | 'replaced'
  | 'edited'
  | 'split'
  | 'merged'
  | 'added'
  | 'removed'
  | 'reassigned';

/** One side of a change: the monologues that differ, and all speakers. */
export interface ChangeSide {
  monologues: readonly EditedMonologue[];
  speakers: readonly EditedSpeaker[];
}
