/** A stretch of a recording, from its start in seconds; without an end it goes on as long as there is a picture. */
export interface PictureRange {
  startSeconds: number;
  endSeconds: number | null;
}

/** Long enough that its beginning and its end cost next to nothing, short enough that what is lost with a worker is soon made again. */
const partSeconds = 300;

/** The parts, about equally long, in which a picture is encoded; one if it is short or can't be entered midway. */
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
