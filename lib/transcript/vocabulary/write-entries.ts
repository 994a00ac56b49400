import { trimPunctuation } from '#lib/transcript/align/word-form';
import { machineEdit, type EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';
import type { SoundAlike } from '#lib/transcript/vocabulary/find-sound-alikes';

/**
 * Returns the monologues of a machine transcript that change when entries replace words that sound like them, with the
 * punctuation kept. Entries must be in order and not overlap. One that spans two monologues is left out. Linear.
 */
export function writeEntries(
  transcript: {
    words: readonly MachineWord[];
    speakers: readonly Speaker[];
    monologues: readonly Monologue[];
  },
  found: readonly SoundAlike[],
): { put: EditedMonologue[]; count: number } {
  const { words, speakers, monologues } = transcript;
  const before = machineEdit(transcript).monologues;
  const put: EditedMonologue[] = [];
  let [next, count] = [0, 0];
  for (const [i, monologue] of monologues.entries()) {
    const { from, to } = monologue;
    while ((found[next]?.from ?? Infinity) < from) next += 1;
    const written: MachineWord[] = [];
    let at = from;
    for (; (found[next]?.to ?? Infinity) <= to; next += 1) {
      const entry = found[next];
      if (entry === undefined) break;
      written.push(...words.slice(at, entry.from), writeEntry(entry, words));
      at = entry.to;
      count += 1;
    }
    const kept = before[i];
    if (written.length === 0 || kept === undefined) continue;
    written.push(...words.slice(at, to));
    const whole = { ...monologue, from: 0, to: written.length };
    const [changed] = machineEdit({ words: written, speakers, monologues: [whole] }).monologues;
    if (changed !== undefined) put.push({ ...kept, content: changed.content });
  }
  return { put, count };
}

/** Returns the first replaced word with the entry's text and the outer punctuation of the replaced words. */
function writeEntry({ from, to, text }: SoundAlike, words: readonly MachineWord[]): MachineWord {
  const [first, last] = [words[from], words[to - 1]];
  if (first === undefined || last === undefined) throw new RangeError('an entry is outside of the words');
  const before = first.text.slice(0, first.text.indexOf(trimPunctuation(first.text)));
  const trimmed = trimPunctuation(last.text);
  const behind = last.text.slice(last.text.indexOf(trimmed) + trimmed.length);
  return { ...first, text: `${before}${text}${behind}` };
}
