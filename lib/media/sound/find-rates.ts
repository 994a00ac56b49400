import { open, type FileHandle } from 'node:fs/promises';

/*
 * In ADTS and in chained Ogg, the sample rate can change midway, and ffmpeg computes the length of the rest with the
 * first one.
 */

const blockBytes = 1024 * 1024;
/** A page's header, its segment table, and the part of its first packet that has the sample rate. */
const headBytes = 27 + 255 + 64;
/** The maximum pages that begin a stream: nobody concatenates more recordings. */
const maxHeads = 1000;

/** A link of a chained Ogg file, with separate streams (RFC 3533, 4), by the offset of its first page. */
export interface OggLink {
  from: number;
  /** The codecs of its sound, by the beginning of their headers. */
  codec: string;
  rate: number | undefined;
}

/** True if the sample rate of a file's sound changes in a way that its packets don't show. */
export async function changesRate(inputPath: string, formatName: string): Promise<boolean> {
  if (formatName === 'aac') return changesAdtsRate(inputPath);
  if (formatName !== 'ogg') return false;
  return new Set((await findOggLinks(inputPath)).map(({ rate }) => rate)).size > 1;
}

/** Returns the links of an Ogg file with sound, in order; empty for other files. */
export async function findOggLinks(inputPath: string): Promise<OggLink[]> {
  const links: OggLink[] = [];
  const file = await open(inputPath);
  try {
    if ((await readAt(file, 0, 4)).toString('latin1') !== 'OggS') return [];
    // If a link has several streams, their first pages follow one another.
    let end = -1;
    let heads = 0;
    for await (const at of findAll(file, 'OggS\0\x02')) {
      heads += 1;
      if (heads > maxHeads) break;
      const page = await readAt(file, at, headBytes);
      const { codec, rate, bytes } = readFirstPage(page);
      const last = links.at(-1);
      if (at !== end) links.push({ from: at, codec, rate });
      else if (last !== undefined && codec !== '')
        links.push({
          ...links.pop(),
          from: last.from,
          codec: `${last.codec}${codec}`,
          rate: last.rate ?? rate,
        });
      end = at + bytes;
    }
    return links.filter(({ codec }) => codec !== '');
  } finally {
    await file.close();
  }
}

const soundHeads = ['\x01vorbis', 'OpusHead', 'Speex   ', '\x7fFLAC'];

/** Reads the sound that an Ogg page begins; the codec is empty for others. */
function readFirstPage(page: Buffer): Omit<OggLink, 'from'> & { bytes: number } {
  const segments = page[26] ?? 0;
  const table = page.subarray(27, 27 + segments);
  const bytes = 27 + segments + table.reduce((sum, length) => sum + length, 0);
  const packet = page.subarray(27 + segments);
  const head = packet.toString('latin1', 0, 8);
  const codec = soundHeads.find((known) => head.startsWith(known)) ?? '';
  const at = { '\x01vorbis': 12, 'Speex   ': 36 }[codec];
  if (at !== undefined && packet.length >= at + 4) return { codec, rate: packet.readUInt32LE(at), bytes };
  // The 20 bits after STREAMINFO's block and frame sizes (RFC 9639, 8.2 and 10.1).
  if (codec === '\x7fFLAC' && packet.length >= 30)
    return { codec, rate: packet.readUInt32BE(27) >>> 12, bytes };
  return { codec, rate: undefined, bytes };
}

/** Walks from frame to frame (ISO/IEC 13818-7, 6.2) and skips the bytes between them. */
async function changesAdtsRate(inputPath: string): Promise<boolean> {
  const file = await open(inputPath);
  try {
    const block = Buffer.alloc(blockBytes);
    let rate: number | undefined;
    for (let from = 0; ;) {
      const { bytesRead } = await file.read(block, 0, blockBytes, from);
      let at = 0;
      while (at + 7 <= bytesRead) {
        const length = readAdtsLength(block, at);
        const next = at + length;
        // A frame counts only if another one follows: at the end of a block, it is read again together with that.
        const fits = next + 7 <= bytesRead;
        if (length >= 7 && !fits && bytesRead === blockBytes) break;
        if (length < 7 || !fits || readAdtsLength(block, next) < 7) {
          const sync = block.indexOf(0xff, at + 1);
          at = sync === -1 ? bytesRead : sync;
          continue;
        }
        const found = ((block[at + 2] ?? 0) >> 2) & 15;
        if (rate !== undefined && found !== rate) return true;
        rate = found;
        at = next;
      }
      if (bytesRead < blockBytes) return false;
      from += at;
    }
  } finally {
    await file.close();
  }
}

/** Returns the length of the ADTS frame at an offset; 0 if none begins there. */
function readAdtsLength(block: Buffer, at: number): number {
  if (block[at] !== 0xff || ((block[at + 1] ?? 0) & 0xf6) !== 0xf0) return 0;
  return (((block[at + 3] ?? 0) & 3) << 11) | ((block[at + 4] ?? 0) << 3) | ((block[at + 5] ?? 0) >> 5);
}

async function* findAll(file: FileHandle, text: string): AsyncGenerator<number> {
  const block = Buffer.alloc(blockBytes);
  for (let from = 0; ; from += blockBytes - text.length + 1) {
    const { bytesRead } = await file.read(block, 0, blockBytes, from);
    const read = block.subarray(0, bytesRead);
    for (let hit = read.indexOf(text, 0, 'latin1'); hit !== -1; hit = read.indexOf(text, hit + 1, 'latin1'))
      yield from + hit;
    if (bytesRead < blockBytes) return;
  }
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
