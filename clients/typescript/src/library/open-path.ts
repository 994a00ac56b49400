import type { Recording } from './recording.ts';
import { chooseRecordingType } from './recording-types.ts';

const chunkBytes = 256 * 1024;

/** A file by its path, read piece by piece. Only where there are files: not in a browser. */
export async function openPath(file: string, fileName?: string): Promise<Recording> {
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

/** Node's own modules, had in a way that no bundler for browsers stumbles over. */
function getNode() {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const get = process?.getBuiltinModule;
  if (get === undefined)
    throw new TypeError('Paths can be submitted only in Node.js. Pass a File or a Blob.');
  return { fs: get('node:fs'), path: get('node:path') };
}
