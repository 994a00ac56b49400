/** The sample rate of decoded audio, which is raw PCM: 16 kHz, mono, signed 16-bit little-endian, no header. */
export const pcmSampleRate = 16_000;
/** Bytes per second of decoded audio. */
export const pcmBytesPerSecond = 2 * pcmSampleRate;

/** The maximum length in a WAV header. Files that are written to a pipe, with unknown length, have it. */
export const unknownLength = 0xffff_ffff;

/** Returns the 44-byte WAV header for PCM (mono, 16 bits). `bytes` is the length of the data, or `unknownLength`. */
export function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(36 + bytes, unknownLength), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(pcmSampleRate, 24);
  header.writeUInt32LE(pcmBytesPerSecond, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
