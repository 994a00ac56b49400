/** A file that can never be transcribed. `detail` is for the customer, `cause` for the log. */
export class InvalidMedia extends Error {
  readonly detail: string;

  constructor(detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'InvalidMedia';
    this.detail = detail;
  }
}

/** The customer's message for each way in which a file can be unusable. */
export const mediaFaults = {
  empty: 'The file is empty.',
  notMedia: 'The file is not audio or video in a supported format.',
  noSound: 'The file has no sound.',
  playlist: 'The file is a playlist of other files, not a recording. Send the recording itself.',
  truncated:
    'The file is incomplete: a part needed to read it is missing. Check that it plays, then send it again.',
  encrypted: "The recording is encrypted and can't be read. Send it without copy protection.",
  damaged: 'The audio in the file is damaged: none of it can be decoded.',
  mostlyDamaged: 'The audio in the file is damaged: hardly any of it can be decoded.',
  tooCostly: 'The file is damaged or unusual: reading it exceeds the time or memory limit.',
  noTrack: (number: number, count: number) =>
    count === 1
      ? `The recording has 1 audio track, so there is no track ${number}.`
      : `The recording has ${count} audio tracks, so there is no track ${number}.`,
  tooLong: (maxSeconds: number) =>
    `The recording is longer than the ${describeLength(maxSeconds)} that can be transcribed at once.`,
} as const;

function describeLength(seconds: number): string {
  const units = [
    [3600, 'hours'],
    [60, 'minutes'],
  ] as const;
  const unit = units.find(([size]) => seconds >= 2 * size && seconds % size === 0);
  return unit ? `${seconds / unit[0]} ${unit[1]}` : `${seconds} seconds`;
}

const playlistHeads = [
  /^#EXTM3U/,
  /^ffconcat version/i,
  /^#?\s*file\s+['"]?\S/i,
  /^\[(playlist|reference)\]/i,
  /^<(\?xml[^>]*\?>\s*<)?(asx|mpd|smil|playlist|rss)\b/i,
  /^v=0\r?\n/,
  /^RTSPtext/i,
  /^(https?|rtsp|rtmp|mmsh?|file):\/\//i,
];

/** True for a text file that lists others (M3U, PLS, DASH, SDP …). For wording only: ffmpeg's whitelists protect. */
export function looksLikePlaylist(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  return playlistHeads.some((pattern) => pattern.test(text));
}
