/** The number of leading bytes that tell a file's type. */
export const sniffedBytes = 12;

/* Signatures of playable formats (https://mimesniff.spec.whatwg.org) and FLAC; `.` is any byte. */
const signatures: ReadonlyArray<readonly [pattern: RegExp, type: string]> = [
  [/^RIFF....WAVE/s, 'audio/wav'],
  [/^(?:ID3|\xff[\xe2-\xff])/s, 'audio/mpeg'],
  [/^fLaC/s, 'audio/flac'],
  [/^OggS/s, 'application/ogg'],
  [/^.E\xdf\xa3/s, 'video/webm'],
  [/^....ftypM4A/s, 'audio/mp4'],
  [/^....ftyp/s, 'video/mp4'],
];

/** Returns the type of a recording by its first bytes, and a generic type for formats that no browser plays. */
export function sniffMediaType(beginning: Uint8Array): string {
  const text = String.fromCharCode(...beginning.subarray(0, sniffedBytes));
  return signatures.find(([pattern]) => pattern.test(text))?.[1] ?? 'application/octet-stream';
}
