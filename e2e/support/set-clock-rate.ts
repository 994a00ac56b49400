import { readFile, writeFile } from 'node:fs/promises';

/**
 * Makes a file's clock run at another rate, as programs that confuse units write it: `times` as long by the clock, with
 * unchanged audio. For Matroska and FLV this is the clock of all streams, for MP4 and AVI that of the last or only one
 * with sound.
 */
export async function setClockRate(file: string, times: number): Promise<void> {
  const bytes = await readFile(file);
  const scale = scales[file.slice(file.lastIndexOf('.') + 1)];
  if (scale === undefined) throw new Error(`no clock is known in ${file}`);
  scale(bytes, times);
  await writeFile(file, bytes);
}

const scales: Readonly<Record<string, (bytes: Buffer, times: number) => void>> = {
  webm: scaleMatroska,
  mkv: scaleMatroska,
  m4a: scaleMp4,
  mp4: scaleMp4,
  avi: scaleAvi,
  flv: scaleFlv,
};

/** Scales the TimestampScale (RFC 9559, 5.1.2.9): nanoseconds, in three bytes for the usual million. */
function scaleMatroska(bytes: Buffer, times: number): void {
  const at = bytes.indexOf(Buffer.from('2ad7b183', 'hex')) + 4;
  bytes.writeUIntBE(Math.round(bytes.readUIntBE(at, 3) * times), at, 3);
}

/** Scales a track's timescale (ISO/IEC 14496-12, 8.4.2). */
function scaleMp4(bytes: Buffer, times: number): void {
  const at = bytes.lastIndexOf('mdhd') + 16;
  bytes.writeUInt32BE(Math.round(bytes.readUInt32BE(at) / times), at);
}

/** Scales a stream's rate, which follows its scale (AVI RIFF File Reference, AVISTREAMHEADER). */
function scaleAvi(bytes: Buffer, times: number): void {
  const at = bytes.indexOf('auds') + 24;
  bytes.writeUInt32LE(Math.round(bytes.readUInt32LE(at) / times), at);
}

/**
 * Scales the time of each tag, whose highest byte comes last (Adobe Flash Video File Format Specification 10.1, E.4.1).
 */
function scaleFlv(bytes: Buffer, times: number): void {
  for (let at = 13; at + 11 <= bytes.length; at += 11 + bytes.readUIntBE(at + 1, 3) + 4) {
    const time = Math.round((bytes.readUIntBE(at + 4, 3) + bytes.readUInt8(at + 7) * 2 ** 24) * times);
    bytes.writeUIntBE(time % 2 ** 24, at + 4, 3);
    bytes.writeUInt8(Math.floor(time / 2 ** 24), at + 7);
  }
}
