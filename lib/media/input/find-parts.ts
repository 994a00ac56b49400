import { open, type FileHandle } from 'node:fs/promises';
import { memoizeByFile } from '#lib/memoize-by-file';
import { findTransportParts } from '#lib/media/input/find-transport-parts';
import { findOggLinks } from '#lib/media/sound/find-rates';

/*
 * Concatenated recordings (`cat a.mp4 b.mp4`) are one file. Of most containers ffmpeg reads only the first, of Matroska
 * the first two, of Ogg those with the first one's codec, and of transport streams those with the first one's packet IDs.
 * Each part is found by its format's header: after the end of the previous part if the container states its length, else
 * by a search of the file.
 */

/** Caps the number of parts: nobody concatenates more recordings. */
const maxParts = 100;
/** About two seconds of work. A file of more pieces, such as half a day of short fragments, counts as one recording. */
const maxReads = 20_000;
const searchBytes = 1024 * 1024;

/** A file with a counter of reads, capped at `maxReads`. */
interface Source {
  file: FileHandle;
  reads: number;
}

/** The file may be crafted to take hours to read. */
class TooManyReads extends Error {
  override readonly name = 'TooManyReads';
}

interface Container {
  /** True for the first 80 bytes of a part, decoded as Latin-1. */
  isHead: (text: string) => boolean;
  /** The leading bytes of every header, to search for if `findEnd` doesn't find the end. */
  magic?: string;
  /** The end of the part that begins at `from`; undefined if the container doesn't state it. */
  findEnd?: (source: Source, from: number, size: number) => Promise<number | undefined>;
}

const matroska = '\x1aE\xdf\xa3';
const asf = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c';
const w64 = 'riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00';
const voc = 'Creative Voice File\x1a\x1a\0';

const containers: readonly Container[] = [
  // RFC 8794 and 9559.
  {
    isHead: (text) => text.startsWith(matroska) && /webm|matroska/.test(text.slice(0, 64)),
    magic: matroska,
    findEnd: findMatroskaEnd,
  },
  // ISO/IEC 14496-12, 4.2.
  { isHead: (text) => text.slice(4, 8) === 'ftyp', findEnd: findMp4End },
  {
    isHead: (text) => /^RIFF.{4}WAVE/s.test(text),
    findEnd: (source, from) => endOfChunk(source, from, 'readUInt32LE'),
  },
  {
    isHead: (text) => /^FORM.{4}AIF[FC]/s.test(text),
    findEnd: (source, from) => endOfChunk(source, from, 'readUInt32BE'),
  },
  { isHead: (text) => text.startsWith(w64), findEnd: findW64End },
  // Apple Core Audio Format Specification 1.0.
  { isHead: (text) => text.startsWith('caff\0\x01\0\0desc'), findEnd: findCafEnd },
  // Advanced Systems Format Specification 01.20.06.
  { isHead: (text) => text.startsWith(asf), findEnd: findAsfEnd },
  // Adobe Flash Video File Format Specification 10.1, E.2.
  {
    isHead: (text) => text.startsWith('FLV\x01') && text.slice(5, 13) === '\0\0\0\x09\0\0\0\0',
    magic: 'FLV\x01',
  },
  // RFC 9639, 8.
  { isHead: (text) => text.startsWith('fLaC') && text.slice(5, 8) === '\0\0\x22', magic: 'fLaC' },
  // WavPack 4 & 5 Binary File / Block Format, 2: the block of sample 0, the first one if its channels take several.
  {
    isHead: (text) =>
      text.startsWith('wvpk') && text.slice(16, 20) === '\0\0\0\0' && (text.charCodeAt(25) & 8) !== 0,
    magic: 'wvpk',
  },
  // Creative Labs' Voice File Format, 1.
  { isHead: (text) => text.startsWith(voc), magic: voc },
  // TTA1 Format Description, 2.
  {
    isHead: (text) => text.startsWith('TTA1') && '\x01\x02'.includes(text[4] ?? '-') && text[5] === '\0',
    magic: 'TTA1',
  },
];

/** The byte range of a recording in a file. */
export interface Part {
  from: number;
  end: number;
}

/** The recordings in a file that can be decoded together, in order, and those that differ from the first. */
export interface FoundParts {
  /** Empty for a file with a single recording, the usual case. */
  heard: Part[];
  unheard: Part[];
}

const memoizedParts = memoizeByFile<FoundParts>();

/** Finds the recordings in a media file. Recordings with the same `describe` result can be decoded together. */
export function findParts(
  inputPath: string,
  describe: (inputPath: string, part: Part) => Promise<string>,
): Promise<FoundParts> {
  return memoizedParts(inputPath, (size) => sortParts(inputPath, size, describe));
}

async function sortParts(
  inputPath: string,
  size: number,
  describe: (inputPath: string, part: Part) => Promise<string>,
): Promise<FoundParts> {
  const offsets = await readOffsets(inputPath, size);
  if (offsets.length === 1) return { heard: [], unheard: [] };
  const parts = offsets.map((from, at) => ({ from, end: offsets[at + 1] ?? size }));
  const kinds: string[] = [];
  for (const part of parts) kinds.push(await describe(inputPath, part));
  const isAlike = (_: Part, at: number): boolean => kinds[at] === kinds[0];
  return { heard: parts.filter(isAlike), unheard: parts.filter((part, at) => !isAlike(part, at)) };
}

/** The offsets at which recordings begin, `[0]` for an unknown format. */
async function readOffsets(inputPath: string, size: number): Promise<number[]> {
  const links = await findOggLinks(inputPath);
  if (links.length > 0) {
    const others = links.filter(({ codec }, at) => at > 0 && codec !== links[at - 1]?.codec);
    return others.length > maxParts ? [0] : [0, ...others.map(({ from }) => from)];
  }
  const file = await open(inputPath);
  try {
    const parts = await findTransportParts(file);
    if (parts.length > 0) return parts.length > maxParts ? [0] : parts;
    return await findOffsets({ file, reads: 0 }, size);
  } catch (error) {
    if (error instanceof TooManyReads) return [0];
    throw error;
  } finally {
    await file.close();
  }
}

async function findOffsets(source: Source, size: number): Promise<number[]> {
  const head = await readText(source, 0, 80);
  const container = containers.find(({ isHead }) => isHead(head));
  const parts = [0];
  if (container === undefined) return parts;
  for (let from: number | undefined = 0; parts.length <= maxParts; parts.push(from)) {
    from = await findNext(source, container, from, size);
    if (from === undefined) return parts;
  }
  return [0];
}

async function findNext(
  source: Source,
  { isHead, magic, findEnd }: Container,
  from: number,
  size: number,
): Promise<number | undefined> {
  const end = await findEnd?.(source, from, size);
  if (end !== undefined) {
    // Most writers pad chunks of odd length.
    for (const at of [end, end + 1]) if (at < size && isHead(await readText(source, at, 80))) return at;
    return undefined;
  }
  return magic === undefined ? undefined : search(source, { isHead, magic, from: from + 1 });
}

async function search(
  source: Source,
  { isHead, magic, from }: { isHead: Container['isHead']; magic: string; from: number },
): Promise<number | undefined> {
  const buffer = Buffer.alloc(searchBytes);
  for (let at = from; ; at += searchBytes - magic.length + 1) {
    const { bytesRead } = await readInto(source, buffer, at);
    const read = buffer.subarray(0, bytesRead);
    for (
      let hit = read.indexOf(magic, 0, 'latin1');
      hit !== -1;
      hit = read.indexOf(magic, hit + 1, 'latin1')
    ) {
      if (isHead(await readText(source, at + hit, 80))) return at + hit;
    }
    if (bytesRead < searchBytes) return undefined;
  }
}

/** The end of a RIFF or IFF file, whose four-byte length follows its four-letter ID. */
async function endOfChunk(
  source: Source,
  from: number,
  read: 'readUInt32LE' | 'readUInt32BE',
): Promise<number | undefined> {
  const bytes = (await readBytes(source, from + 4, 4))[read]();
  // Streams and interrupted recorders write a length of 0 or the maximum, which means unknown.
  return bytes === 0 || bytes === 0xffff_ffff ? undefined : from + 8 + bytes;
}

async function findW64End(source: Source, from: number): Promise<number> {
  const bytes = Number((await readBytes(source, from + 16, 8)).readBigUInt64LE());
  // Chunks are aligned to eight bytes.
  return from + Math.ceil(bytes / 8) * 8;
}

/** After its header, a CAF file is a list of chunks. A sound chunk of length -1 extends to the end of the file. */
function findCafEnd(source: Source, from: number, size: number): Promise<number | undefined> {
  return walk(from + 8, size, async (at) => {
    const head = await readBytes(source, at, 12);
    if (head.length < 12 || head.toString('latin1', 0, 4) === 'caff') return undefined;
    return at + 12 + Number(head.readBigInt64BE(4));
  });
}

function findAsfEnd(source: Source, from: number, size: number): Promise<number | undefined> {
  return walk(from, size, async (at) => {
    const head = await readBytes(source, at, 24);
    if (head.length < 24 || (at > from && head.toString('latin1', 0, 16) === asf)) return undefined;
    return at + Number(head.readBigUInt64LE(16));
  });
}

/** Each part has one `moov` and its media. */
async function findMp4End(source: Source, from: number, size: number): Promise<number | undefined> {
  const seen = new Set<string>();
  const end = await walk(from, size, async (at) => {
    const head = await readBytes(source, at, 16);
    if (head.length < 8) return undefined;
    const type = head.toString('latin1', 4, 8);
    if (at > from && type === 'ftyp') return undefined;
    seen.add(type);
    const bytes = head.readUInt32BE(0);
    if (bytes === 1) return head.length === 16 ? at + Number(head.readBigUInt64BE(8)) : undefined;
    return bytes === 0 ? size : at + bytes;
  });
  return seen.has('moov') && seen.has('mdat') ? end : size;
}

/** Reads an EBML header and a segment. Live recordings have an unknown length, with all bits set. */
async function findMatroskaEnd(source: Source, from: number): Promise<number | undefined> {
  const header = await readElement(source, from);
  const segment = header?.end === undefined ? undefined : await readElement(source, header.end);
  return segment?.id === '\x18S\x80g' ? segment.end : undefined;
}

async function readElement(
  source: Source,
  at: number,
): Promise<{ id: string; end: number | undefined } | undefined> {
  const bytes = await readBytes(source, at, 12);
  const length = Math.clz32(bytes[4] ?? 0) - 23;
  if (length > 8 || bytes.length < 4 + length) return undefined;
  const size = BigInt(`0x${bytes.toString('hex', 4, 4 + length)}`) - (1n << BigInt(7 * length));
  const isUnknown = size === (1n << BigInt(7 * length)) - 1n;
  return { id: bytes.toString('latin1', 0, 4), end: isUnknown ? undefined : at + 4 + length + Number(size) };
}

/** Walks from box to box until `next` returns undefined, and returns that offset. */
async function walk(
  from: number,
  size: number,
  next: (at: number) => Promise<number | undefined>,
): Promise<number> {
  let at = from;
  while (at < size) {
    const end = await next(at);
    if (end === undefined) return at;
    if (!(end > at)) return size;
    at = end;
  }
  return at;
}

async function readText(source: Source, at: number, bytes: number): Promise<string> {
  return (await readBytes(source, at, bytes)).toString('latin1');
}

async function readBytes(source: Source, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await readInto(source, Buffer.alloc(bytes), at);
  return buffer.subarray(0, bytesRead);
}

async function readInto(
  source: Source,
  buffer: Buffer,
  at: number,
): Promise<{ buffer: Buffer; bytesRead: number }> {
  source.reads += 1;
  if (source.reads > maxReads) throw new TooManyReads('the file has too many pieces');
  return source.file.read(buffer, 0, buffer.length, at);
}
