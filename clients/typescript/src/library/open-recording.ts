import type { Bytes, Recording, StreamSource } from './recording.ts';
import { chooseRecordingType } from './recording-types.ts';

const chunkBytes = 256 * 1024;

/** Reads a recording's metadata before its content. Throws if a path doesn't exist. */
export async function openRecording(
  source: string | Blob | StreamSource,
  fileName?: string,
): Promise<Recording> {
  if (typeof source === 'string') return openPath(source, fileName);
  if (source instanceof Blob) {
    const name =
      fileName ?? ('name' in source && typeof source.name === 'string' ? source.name : 'recording');
    return {
      ...{ name, type: chooseRecordingType(name, source.type), size: source.size, blob: source },
      open: () => iterate(source.stream()),
      canRepeat: () => true,
    };
  }
  const { stream, size, type } = source;
  const name = fileName ?? source.name;
  let isBegun = false;
  return {
    ...{ name, type: chooseRecordingType(name, type), size },
    open: () => {
      isBegun = true;
      return iterate(typeof stream === 'function' ? stream() : stream);
    },
    canRepeat: () => typeof stream === 'function' || !isBegun,
  };
}

/** Not all browsers support iterating a stream. */
async function* iterate(bytes: Bytes): AsyncGenerator<Uint8Array> {
  if (!('getReader' in bytes)) return yield* bytes;
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Opens a file by path and reads it in chunks. Not available in browsers. */
async function openPath(file: string, fileName?: string): Promise<Recording> {
  const { fs, path } = getNode();
  const { size } = await fs.promises.stat(file);
  const name = fileName ?? path.basename(file);
  return {
    ...{ name, type: chooseRecordingType(name, undefined), size },
    open: () => readPath(file),
    canRepeat: () => true,
  };
}

async function* readPath(path: string): AsyncGenerator<Uint8Array> {
  const { fs } = getNode();
  yield* fs.createReadStream(path, { highWaterMark: chunkBytes });
}

/** Node.js's modules, loaded in a way that browser bundlers ignore. */
function getNode() {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const get = process?.getBuiltinModule;
  if (get === undefined)
    throw new TypeError('Paths can be submitted only in Node.js. Pass a File or a Blob.');
  return { fs: get('node:fs'), path: get('node:path') };
}
