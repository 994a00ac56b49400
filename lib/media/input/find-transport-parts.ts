import type { FileHandle } from 'node:fs/promises';

/*
 * An MPEG transport stream (ISO/IEC 13818-1, 2.4) whose sound moves to another packet ID (PID) or codec in the middle
 * consists of several recordings: of another encoder, or with advertisements inserted. ffmpeg decodes the first one's
 * sound only.
 */

/** Without and with a timestamp before each packet (Blu-ray, camcorders), and with error correction after it. */
const packetSizes = [188, 192, 204];
const headBytes = 64 * 1024;
const checkedPackets = 8;
const packetsAtOnce = 8192;

/** A stream's packet size, and the offset of its first packet. */
interface Layout {
  from: number;
  packetBytes: number;
}

/**
 * Returns the offsets in a transport stream at which recordings begin, the first one at 0; empty for other files and
 * for streams with several programs, which share a file by design.
 */
export async function findTransportParts(file: FileHandle): Promise<number[]> {
  const head = await read(file, 0, headBytes);
  const layout = findLayout(head);
  if (layout === undefined) return [];
  const parts = [0];
  let current: ReadonlySet<string> | undefined;
  let programMap: number | undefined;
  let tableAt = 0;
  const { packetBytes } = layout;
  for (let from = layout.from; ; from += packetBytes * packetsAtOnce) {
    const block = await read(file, from, packetBytes * packetsAtOnce);
    for (let at = 0; at + 188 <= block.length; at += packetBytes) {
      const pid = block.readUInt16BE(at + 1) & 0x1fff;
      if (block[at] !== 0x47 || (pid !== 0 && pid !== programMap)) continue;
      const section = readSection(block.subarray(at, at + 188));
      if (section === undefined) continue;
      if (pid === 0) {
        const programs = readPrograms(section);
        if (programs.length > 1) return [];
        [programMap] = programs;
        tableAt = from + at;
        continue;
      }
      const sound = readSound(section);
      current ??= sound.size > 0 ? sound : undefined;
      if (current === undefined || sound.size === 0 || [...sound].some((one) => current?.has(one))) continue;
      current = sound;
      parts.push(tableAt);
    }
    if (block.length < packetBytes * packetsAtOnce) return parts;
  }
}

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

function findLayout(head: Buffer): Layout | undefined {
  for (let from = head.indexOf(0x47); from !== -1; from = head.indexOf(0x47, from + 1)) {
    const packetBytes = packetSizes.find((bytes) =>
      Array.from({ length: checkedPackets }, (_, i) => head[from + i * bytes]).every((byte) => byte === 0x47),
    );
    if (packetBytes !== undefined) return { from, packetBytes };
  }
  return undefined;
}

/** Returns the body of a table's only section (2.4.4), from its table ID to its checksum; undefined if it is longer. */
function readSection(packet: Buffer): Buffer | undefined {
  const [, flags = 0, , control = 0, adaptation = 0] = packet;
  const beginsSection = (flags & 0x40) !== 0;
  const hasPayload = (control & 0x10) !== 0;
  if (!beginsSection || !hasPayload) return undefined;
  const payload = packet.subarray((control & 0x20) === 0 ? 4 : 5 + adaptation);
  const section = payload.subarray(1 + (payload[0] ?? 0));
  if (section.length < 12) return undefined;
  const end = 3 + (section.readUInt16BE(1) & 0x0fff) - 4;
  return end <= section.length ? section.subarray(0, end) : undefined;
}

/** Returns the PIDs of the program maps in a program association table (2.4.4.3). */
function readPrograms(section: Buffer): number[] {
  const pids: number[] = [];
  for (let at = 8; at + 4 <= section.length; at += 4) {
    // Program 0 is the network information.
    if (section.readUInt16BE(at) !== 0) pids.push(section.readUInt16BE(at + 2) & 0x1fff);
  }
  return pids;
}

/** Returns the streams of sound in a program map (2.4.4.8), each as its PID and type. */
function readSound(section: Buffer): Set<string> {
  const streams = new Set<string>();
  const programInfoBytes = section.readUInt16BE(10) & 0x0fff;
  for (let at = 12 + programInfoBytes; at + 5 <= section.length;) {
    const descriptorsEnd = at + 5 + (section.readUInt16BE(at + 3) & 0x0fff);
    const type = section[at] ?? 0;
    if (isSound(type, section.subarray(at + 5, descriptorsEnd))) {
      streams.add(`${section.readUInt16BE(at + 1) & 0x1fff} ${type}`);
    }
    at = descriptorsEnd;
  }
  return streams;
}

/** MPEG-1 and -2, AAC (ADTS, LATM), and the assignments of ATSC and Blu-ray: LPCM, AC-3, DTS, TrueHD, E-AC-3. */
const soundTypes = new Set([3, 4, 0x0f, 0x11, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87]);
/** Private data. DVB names its sound by descriptors (ETSI EN 300 468): AC-3, E-AC-3, DTS, AAC. */
const privateType = 6;
const soundDescriptors = new Set([0x6a, 0x7a, 0x7b, 0x7c]);
const registration = 5;

function isSound(type: number, descriptors: Buffer): boolean {
  if (type !== privateType) return soundTypes.has(type);
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const tag = descriptors[at] ?? 0;
    const isNamed =
      tag === registration && /^(Opus|AC-3|EAC3|DTS)/.test(descriptors.toString('latin1', at + 2, at + 6));
    if (soundDescriptors.has(tag) || isNamed) return true;
  }
  return false;
}
