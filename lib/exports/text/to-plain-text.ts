import { allParts, type ExportParts } from '#lib/exports/documents/export-parts';
import { joinWords } from '#lib/transcript/text/join-words';
import type { Transcript } from '#lib/revisions/read-transcript';

/**
 * A transcript as plain text: for each monologue `Speaker 1:    00:02    text`, blocks parted by a blank line,
 * one line feed at the end. Minutes go on past 59. The shape is the specification's "Transcript (plain text form)";
 * without times or speakers the rest of a block moves up. `toClock` gives times another shape.
 */
export function toPlainText(
  { monologues }: Transcript,
  { times, speakers }: ExportParts = allParts,
  toClock: (milliseconds: number) => string = toMinutesAndSeconds,
): string {
  const blocks = monologues.map(({ speaker, words }) => {
    const text = joinWords(words);
    const before = [
      ...(speakers ? [`${speaker.name}:`] : []),
      ...(times ? [toClock(words[0]?.startMs ?? 0)] : []),
    ];
    return [...before, text].join('    ');
  });
  return `${blocks.join('\n\n')}\n`;
}

/** Milliseconds as mm:ss, cut to the second, with more than 59 minutes where needed. */
export function toMinutesAndSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
