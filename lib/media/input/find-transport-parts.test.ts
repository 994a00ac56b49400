import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { findTransportParts } from './find-transport-parts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'find-transport-parts-'));
});
after(() => rm(folder, { recursive: true }));

async function find(bytes: Uint8Array): Promise<number[]> {
  const name = path.join(folder, 'stream.ts');
  await writeFile(name, bytes);
  const file = await open(name);
  try {
    return await findTransportParts(file);
  } finally {
    await file.close();
  }
}

const mapPid = 0x1000;
const [mpeg2Video, mpegAudio, privateData, aac, ac3] = [2, 3, 6, 15, 0x81];
type Stream = [pid: number, type: number, ...descriptors: number[]];

function packet(pid: number, payload: number[], beginsSection = false): Buffer {
  const head = [0x47, (beginsSection ? 0x40 : 0) | (pid >> 8), pid & 0xff, 0x10];
  return Buffer.concat([Buffer.from([...head, ...payload]), Buffer.alloc(188, 0xff)]).subarray(0, 188);
}

/** A section with its header and room for the checksum. */
function section(pid: number, tableId: number, body: number[]): Buffer {
  const content = [0, 1, 0xc1, 0, 0, ...body, 0, 0, 0, 0];
  return packet(pid, [0, tableId, 0xb0, content.length, ...content], true);
}

const tables = (streams: Stream[], programs = [mapPid]): Buffer => {
  const listed = programs.flatMap((pid, i) => [0, i + 1, 0xe0 | (pid >> 8), pid & 0xff]);
  const described = streams.flatMap(([pid, type, ...descriptors]) => [
    ...[type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, descriptors.length],
    ...descriptors,
  ]);
  return Buffer.concat([section(0, 0, listed), section(mapPid, 2, [0xe1, 0, 0xf0, 0, ...described])]);
};

/** A recording of 12 packets; its tables are repeated. */
const record = (...streams: Stream[]): Buffer =>
  Buffer.concat([
    tables(streams),
    ...Array.from({ length: 5 }, () => packet(streams[0]?.[0] ?? 0, [0, 0, 1])),
    tables(streams),
    ...Array.from({ length: 3 }, () => packet(streams[0]?.[0] ?? 0, [0, 0, 1])),
  ]);
const bytes = 12 * 188;

test('another recording begins where sound moves to another packet ID or codec', async () => {
  const first = record([0x100, mpeg2Video], [0x101, aac]);
  for (const other of [record([0x200, aac]), record([0x101, ac3]), record([0x101, mpegAudio])]) {
    assert.deepEqual(await find(Buffer.concat([first, other, other, first])), [0, bytes, 3 * bytes]);
  }
  const named = record([0x300, privateData, 0x6a, 1, 0]);
  const registered = record([0x301, privateData, 5, 4, ...Buffer.from('Opus')]);
  assert.deepEqual(await find(Buffer.concat([first, named, registered])), [0, bytes, 2 * bytes]);
});

test('a recording continues where only pictures, subtitles or a further language change', async () => {
  const first = record([0x100, mpeg2Video], [0x101, aac]);
  const more = record([0x110, mpeg2Video], [0x101, aac], [0x102, aac], [0x103, privateData, 0x56, 1, 0]);
  const silent = record([0x100, mpeg2Video]);
  assert.deepEqual(await find(Buffer.concat([first, more, silent, first])), [0]);
  assert.deepEqual(await find(Buffer.concat([silent, first])), [0]);
});

test('streams with several programs, and other files, have no parts', async () => {
  const programs = tables([[0x101, aac]], [mapPid, mapPid + 1]);
  assert.deepEqual(await find(Buffer.concat([record([0x101, aac]), programs, record([0x201, aac])])), []);
  assert.deepEqual(await find(Buffer.alloc(0)), []);
  assert.deepEqual(await find(Buffer.alloc(100_000, 'G')), [0], 'a stream of empty packets');
});

test('packets may have timestamps, and the file may begin in the middle of one', async () => {
  const streams = [record([0x101, aac]), record([0x201, aac])];
  const cut = Buffer.concat([Buffer.alloc(77, 1), ...streams]);
  assert.deepEqual(await find(cut), [0, 77 + bytes]);
  const stamped = Array.from({ length: 24 }, (_, i) => [
    Buffer.alloc(4),
    Buffer.concat(streams).subarray(i * 188, i * 188 + 188),
  ]);
  assert.deepEqual(await find(Buffer.concat(stamped.flat())), [0, 4 + 12 * 192]);
});

test('tables of any content are read without errors', async () => {
  const anyTables = fc.array(fc.tuple(fc.constantFrom(0, mapPid, 0x101), fc.uint8Array({ maxLength: 184 })), {
    minLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(anyTables, async (packets) => {
      const parts = await find(
        Buffer.concat([
          tables([[0x101, aac]]),
          ...packets.map(([pid, body]) => packet(pid, [...body], true)),
        ]),
      );
      assert.ok(parts.length === 0 || parts[0] === 0);
    }),
    { numRuns: randomCases(100) },
  );
});
