import { nameSpeakers, type SpokenWords } from '#lib/recognition/speakers/assign-speakers';
import type { MachineWord } from '#lib/transcript/model';

/**
 * The words of all channels in the order of their start (at the same time, the lower channel first), each channel one
 * speaker: Speaker 1 is whoever speaks first. A channel without words has no speaker.
 */
export function mergeChannels(
  channels: readonly (readonly MachineWord[])[],
): SpokenWords & { words: MachineWord[] } {
  const spoken = channels
    .flatMap((words, channel) => words.map((word) => ({ word, channel })))
    .toSorted((a, b) => a.word.startMs - b.word.startMs);
  return {
    words: spoken.map(({ word }) => word),
    ...nameSpeakers(spoken.map(({ channel }) => channel)),
  };
}
