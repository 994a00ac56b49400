import { allParts, toMinutesAndSeconds, type ExportParts } from '#lib/exports/documents/document-look';
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
