import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { getAttributes } from '#components/editor/document/to-document.ts';

/** A speaker's share of the transcript. */
export interface SpeakingShare {
  monologues: number;
  /** The share of the total speaking time, 0 to 1. */
  share: number;
}

/** Each speaker's share, by ID, from the first to the last machine word of each monologue. */
export function speakingShares(doc: Node, words: readonly MachineWord[]): Map<number, SpeakingShare> {
  const spoken = new Map<number, { monologues: number; ms: number }>();
  let all = 0;
  doc.forEach((node) => {
    const { speaker, from, to } = getAttributes(node);
    const first = words[from];
    const last = words[to - 1];
    const ms = from < to && first && last ? Math.max(0, last.endMs - first.startMs) : 0;
    const before = spoken.get(speaker) ?? { monologues: 0, ms: 0 };
    spoken.set(speaker, { monologues: before.monologues + 1, ms: before.ms + ms });
    all += ms;
  });
  return new Map(
    [...spoken].map(([id, { monologues, ms }]) => [id, { monologues, share: all === 0 ? 0 : ms / all }]),
  );
}
