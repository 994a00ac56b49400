import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Less is just a click or the rest of a chunk. */
const leastSeconds = 0.5;
const maxChunks = 64;

/**
 * True if a WAV file holds at least half a second more sound than its header says: an interrupted recorder, or an
 * appended recording of the same format. What follows the `data` chunk is then neither a list of chunks nor sound of
 * another format (Multimedia Programming Interface and Data Specifications 1.0, RIFF; RF64: EBU Tech 3306). False for
 * other files.
 */
export function understatesLength(inputPath: string): boolean {
  const file = openSync(inputPath, 'r');
  try {
    const size = fstatSync(file).size;
    const first = findData(file, 0, size);
    if (first === undefined || size - first.end < leastSeconds * first.bytesPerSecond) return false;
    const next = findData(file, first.end, size);
    return next === undefined ? !isListOfChunks(file, first.end, size) : next.format === first.format;
  } finally {
    closeSync(file);
  }
}

interface WavData {
  format: string;
  bytesPerSecond: number;
  /** The end of the `data` chunk according to its header. */
  end: number;
}

/** Finds the sound of the WAVE at `from`, if there is one and it states where its sound ends. */
function findData(file: number, from: number, size: number): WavData | undefined {
  const head = read(file, from, 12).toString('latin1');
  if (!/^(RIFF|RF64|BW64).{4}WAVE/s.test(head)) return undefined;
  let format: Buffer = Buffer.alloc(0);
  let longBytes: number | undefined;
  for (const chunk of listChunks(file, from + 12, size)) {
    if (chunk.id === 'ds64') longBytes = readLongBytes(read(file, chunk.from, 16));
    if (chunk.id === 'fmt ') format = read(file, chunk.from, Math.min(chunk.bytes, 64));
    if (chunk.id !== 'data') continue;
    const bytes = longBytes ?? chunk.bytes;
    const end = chunk.from + bytes + (bytes % 2);
    if (bytes === 0 || end > size || format.length < 16) return undefined;
    return { format: format.toString('latin1'), bytesPerSecond: format.readUInt32LE(8), end };
  }
  return undefined;
}

/** The sound's length in a `ds64` chunk, which follows the file's length. */
function readLongBytes(ds64: Buffer): number | undefined {
  return ds64.length < 16 ? undefined : Number(ds64.readBigUInt64LE(8));
}

function isListOfChunks(file: number, from: number, size: number): boolean {
  let end = from;
  for (const { id, end: next } of listChunks(file, from, size)) {
    if (!/^[\x20-\x7e]{4}$/.test(id)) return false;
    end = next;
  }
  // The last chunk may lack its padding.
  return Math.abs(end - size) <= 1;
}

function* listChunks(file: number, from: number, size: number) {
  let at = from;
  for (let i = 0; i < maxChunks && at + 8 <= size; i += 1) {
    const head = read(file, at, 8);
    const bytes = head.readUInt32LE(4);
    const end = at + 8 + bytes + (bytes % 2);
    yield { id: head.toString('latin1', 0, 4), from: at + 8, bytes, end };
    at = end;
  }
}

function read(file: number, from: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, from));
}
