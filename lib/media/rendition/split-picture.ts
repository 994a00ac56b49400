/** A range of a recording in seconds; without an end, until the picture ends. */
export interface PictureRange {
  startSeconds: number;
  endSeconds: number | null;
}

/** Long enough that the overhead per part is negligible, and short enough that little is lost with a worker. */
const partSeconds = 300;

/** Splits a picture into parts of about equal length for encoding; one if it is short or not seekable. */
export function splitPicture(
  durationSeconds: number,
  { isSeekable }: { isSeekable: boolean },
): PictureRange[] {
  const count = isSeekable ? Math.max(1, Math.round(durationSeconds / partSeconds)) : 1;
  const getStart = (part: number): number => Math.round((part * durationSeconds) / count);
  return Array.from({ length: count }, (_, part) => ({
    startSeconds: getStart(part),
    endSeconds: part + 1 < count ? getStart(part + 1) : null,
  }));
}
