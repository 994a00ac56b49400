import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { getSpeakerColor, getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';
import { monologuesByStart } from '#components/editor/document/timing.ts';

/** From this moment on, until the next segment begins, a speaker with this color speaks. */
export interface SpeakerSegment {
  startMs: number;
  color: number;
}

/** The speaker segments by color; consecutive monologues of one color are one segment. */
export function getSpeakerSegments(doc: Node, words: readonly MachineWord[]): SpeakerSegment[] {
  const colors = new Map(getSpeakers(doc).map((speaker) => [speaker.id, getSpeakerColor(speaker)]));
  const segments: SpeakerSegment[] = [];
  for (const { node, startMs } of monologuesByStart(doc, words)) {
    const color = colors.get(getAttributes(node).speaker) ?? 0;
    if (segments.at(-1)?.color !== color) segments.push({ startMs, color });
  }
  return segments;
}
