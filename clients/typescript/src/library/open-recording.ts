import { openPath } from './open-path.ts';
import type { Bytes, Recording, StreamSource } from './recording.ts';
import { chooseRecordingType } from './recording-types.ts';

/** Finds out the facts of a recording before it is read. Looks a path up, and throws if there is no such file. */
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

/** Browsers can't all iterate a stream. */
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
