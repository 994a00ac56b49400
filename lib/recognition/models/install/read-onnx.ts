import { open, type FileHandle } from 'node:fs/promises';

/*
 * Reads an ONNX file's metadata without loading it: the file is a protobuf message (`onnx.proto3` of onnx/onnx), whose
 * large fields are skipped. In `ModelProto`, field 7 is the graph and 14 a metadata pair; in `GraphProto`, 11 is an
 * input. In pairs and inputs, field 1 is the key or name.
 */

/** The metadata of a model and the names of its inputs. */
export interface OnnxDescription {
  metadata: Record<string, string>;
  inputs: string[];
}

/** Enough for the headers of many fields. Weights in between are never read. */
const windowBytes = 64 * 1024;
/** Longer than any metadata that we read. */
const maxText = 1024 ** 2;

export async function readOnnx(path: string): Promise<OnnxDescription | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const reader = createReader(file, size);
    const description: OnnxDescription = { metadata: {}, inputs: [] };
    let hasGraph = false;
    for await (const model of readFields(reader, 0, size)) {
      if (model.number === 14) {
        const { key, value } = await readPair(reader, model);
        if (key !== undefined) description.metadata[key] = value ?? '';
      }
      if (model.number !== 7) continue;
      hasGraph = true;
      for await (const field of readFields(reader, model.start, model.end)) {
        const { key } = field.number === 11 ? await readPair(reader, field) : {};
        if (key !== undefined) description.inputs.push(key);
      }
    }
    return hasGraph ? description : undefined;
  } catch (error) {
    if (error instanceof NotProtobuf) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

class NotProtobuf extends Error {}

interface Field {
  number: number;
  start: number;
  end: number;
}

type Reader = (at: number, bytes: number) => Promise<Uint8Array>;

/** Creates a buffered reader. Results may be shorter at the file's end. */
function createReader(file: FileHandle, size: number): Reader {
  const buffer = new Uint8Array(windowBytes);
  let from = 0;
  let filled = 0;
  return async (at, bytes) => {
    if (bytes > windowBytes) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, at);
      return buffer.subarray(0, bytesRead);
    }
    const isInside = at >= from && Math.min(at + bytes, size) <= from + filled;
    if (!isInside) {
      from = at;
      ({ bytesRead: filled } = await file.read(buffer, 0, windowBytes, at));
    }
    return buffer.subarray(at - from, Math.min(at - from + bytes, filled));
  };
}

/** Yields a message's length-delimited fields, and skips numbers. Throws `NotProtobuf` for other data. */
async function* readFields(read: Reader, start: number, end: number): AsyncGenerator<Field> {
  let at = start;
  while (at < end) {
    const tag = await readVarint(read, at);
    const wireType = tag.value % 8;
    at = tag.next;
    if (wireType === 0) at = (await readVarint(read, at)).next;
    else if (wireType === 1) at += 8;
    else if (wireType === 5) at += 4;
    else if (wireType === 2) {
      const length = await readVarint(read, at);
      at = length.next + length.value;
      if (at > end) throw new NotProtobuf();
      yield { number: Math.floor(tag.value / 8), start: length.next, end: at };
    } else throw new NotProtobuf();
  }
  if (at !== end) throw new NotProtobuf();
}

async function readVarint(read: Reader, at: number): Promise<{ value: number; next: number }> {
  const bytes = await read(at, 10);
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    // Above 2^53, it can't be a length or number that we use.
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  throw new NotProtobuf();
}

async function readPair(read: Reader, { start, end }: Field): Promise<{ key?: string; value?: string }> {
  const pair: { key?: string; value?: string } = {};
  for await (const field of readFields(read, start, end)) {
    if (field.number === 1) pair.key = await readText(read, field);
    else if (field.number === 2) pair.value = await readText(read, field);
  }
  return pair;
}

async function readText(read: Reader, { start, end }: Field): Promise<string> {
  return Buffer.from(await read(start, Math.min(end - start, maxText))).toString('utf8');
}
