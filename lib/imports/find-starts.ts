import type { LinkedParagraph } from '#lib/imports/link-paragraphs';

/**
 * The beginnings that have to be set, as their first word was not heard: by the file's clock, put right by the beginnings that
 * were heard, as captions of another cut or frame rate begin late and run slow. Never outside what was heard around them.
 */
export function findStarts(aligned: readonly LinkedParagraph[]): Array<number | undefined> {
  const toRecording = fitClock(
    aligned.flatMap(({ startMs, heard, beginsHeard }) =>
      startMs === undefined || heard === undefined || !beginsHeard
        ? []
        : [[startMs, heard.first.startMs] as const],
    ),
  );
  const latest: number[] = [];
  let next = Infinity;
  for (let i = aligned.length - 1; i >= 0; i--) {
    next = aligned[i]?.heard?.first.startMs ?? next;
    latest[i] = next;
  }
  let earliest = 0;
  return aligned.map(({ startMs, heard, beginsHeard }, i) => {
    let start: number | undefined;
    if (startMs !== undefined && !beginsHeard) {
      start = Math.round(Math.min(Math.max(toRecording(startMs), earliest), latest[i] ?? Infinity));
      earliest = start;
    }
    earliest = heard?.last.endMs ?? earliest;
    return start;
  });
}

/** The line through most of the pairs: medians, which some wrong pairs don't move (after Theil and Sen). */
function fitClock(pairs: ReadonlyArray<readonly [number, number]>): (ms: number) => number {
  const half = Math.floor(pairs.length / 2);
  const slopes = pairs.slice(0, pairs.length - half).flatMap(([file, heard], i) => {
    const [laterFile, laterHeard] = pairs[i + half] ?? [file, heard];
    return laterFile > file ? [(laterHeard - heard) / (laterFile - file)] : [];
  });
  const slope = pairs.length < 8 ? 1 : (median(slopes) ?? 1);
  const offset = median(pairs.map(([file, heard]) => heard - slope * file)) ?? 0;
  return (ms) => slope * ms + offset;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
