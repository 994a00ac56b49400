/** Most stores take 10,000 parts of at least 5 MiB. */
const maxParts = 10_000;
const minPartBytes = 8 * 1024 ** 2;
const maxPartBytes = 64 * 1024 ** 2;

/** The part size for an object of unknown size, up to `maxBytes`. */
export function partSize(maxBytes: number): number {
  return Math.min(Math.max(Math.ceil(maxBytes / maxParts), minPartBytes), maxPartBytes);
}

/** The bytes of a stream in parts of this size; the last one may be smaller. Each may be kept. */
export async function* cutParts(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    const all = Buffer.concat(chunks);
    let at = 0;
    for (; bytes - at >= partBytes; at += partBytes) yield all.subarray(at, at + partBytes);
    chunks = at < bytes ? [Buffer.from(all.subarray(at))] : [];
    bytes -= at;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
