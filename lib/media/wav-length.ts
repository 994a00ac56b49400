import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Less is no more than a click or the rest of a chunk. */
const leastSeconds = 0.5;
const maxChunks = 64;

/**
 * True if a WAV file holds more sound than its header says, by at least half a second: a recorder that was cut off, or
 * another recording of the same kind appended. What follows the `data` chunk is then neither a list of chunks nor the
 * beginning of other sound (Multimedia Programming Interface and Data Specifications 1.0, RIFF). False for other files.
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
  /** The end of the `data` chunk, by its own words. */
  end: number;
}

/** The sound of the RIFF WAVE that begins at `from`, if one does and says where its sound ends. */
function findData(file: number, from: number, size: number): WavData | undefined {
  const head = read(file, from, 12).toString('latin1');
  if (!/^RIFF.{4}WAVE/s.test(head)) return undefined;
  let format: Buffer = Buffer.alloc(0);
  for (const chunk of listChunks(file, from + 12, size)) {
    if (chunk.id === 'fmt ') format = read(file, chunk.from, Math.min(chunk.bytes, 64));
    if (chunk.id !== 'data') continue;
    if (chunk.bytes === 0 || chunk.end > size || format.length < 16) return undefined;
    const bytesPerSecond = format.readUInt32LE(8);
    return { format: format.toString('latin1'), bytesPerSecond, end: chunk.end };
  }
  return undefined;
}

function isListOfChunks(file: number, from: number, size: number): boolean {
  let end = from;
  for (const { id, end: next } of listChunks(file, from, size)) {
    if (!/^[\x20-\x7e]{4}$/.test(id)) return false;
    end = next;
  }
  // A last chunk may lack its padding.
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
