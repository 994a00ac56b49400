import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import {
  type ArchiveBounds,
  archiveLimits,
  boundArchive,
} from '#lib/recognition/models/install/archive/archive-limits';
import { staysInside } from '#lib/recognition/models/manifest';
import { type Content, writeHashed } from '#lib/recognition/models/install/write-hashed';

export interface ExtractOptions {
  into: string;
  /** Returns the relative path at which to write a file of the archive; undefined skips it. */
  getTarget: (path: string) => string | undefined;
  signal: AbortSignal;
  limits?: typeof archiveLimits;
}

/**
 * Extracts files from a tar archive, which may be compressed with bzip2 or gzip, without links. Returns each file's
 * content by path. Throws a `ModelProblem` if the archive is damaged, exceeds the limits or free space, or has a path
 * that leads outside. Rethrows disk errors.
 */
export async function extractArchive(
  archive: string,
  options: ExtractOptions,
): Promise<Map<string, Content>> {
  return extractTar(await openArchive(archive), options);
}

/** Extracts files from a gzipped tar stream as it arrives. Throws as `extractArchive` does, and the stream's error. */
export function extractStream(
  compressed: NodeJS.ReadableStream,
  options: ExtractOptions,
): Promise<Map<string, Content>> {
  const stream = createGunzip();
  compressed.once('error', (error) => stream.destroy(error));
  const packed = () => stream.bytesWritten;
  return extractTar({ stream: compressed.pipe(stream), packed, ended: Promise.resolve() }, options);
}

async function extractTar(
  { stream, packed, ended }: Opened,
  { into, getTarget, signal, limits = archiveLimits }: ExtractOptions,
): Promise<Map<string, Content>> {
  const files = new Map<string, Content>();
  const pending: Promise<void>[] = [];
  let writing: ReadEntry | undefined;
  let bounds: ArchiveBounds | undefined;
  // Stored here, as the stream may have ended when a file can't be written.
  let failure: Error | undefined;
  const stop = (error: unknown) => {
    failure ??= toError(error);
    stream.destroy(failure);
  };
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const inside = entry.path.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
      if (inside !== '' && inside !== '.' && !staysInside(inside)) {
        stop(
          new ModelProblem(
            `The archive has a path outside of itself (${entry.path}). Nothing was installed.`,
          ),
        );
      }
      const target = entry.type === 'File' || entry.type === 'OldFile' ? getTarget(inside) : undefined;
      try {
        bounds?.countEntry(inside, target === undefined ? 0 : entry.size);
      } catch (error) {
        stop(error);
      }
      if (target === undefined || failure !== undefined) {
        entry.resume();
        return;
      }
      writing = entry;
      const written = writeEntry(entry, path.join(into, target)).then((file) => void files.set(target, file));
      pending.push(written.catch(stop));
    },
  });
  const abort = () => stop(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    bounds = boundArchive(into, limits);
    await feed({ stream, packed }, parser, bounds);
    await Promise.all(pending);
    if (failure !== undefined) throw failure;
    await ended;
  } catch (error) {
    failure ??= toError(error);
    signal.throwIfAborted();
    throw isOfArchive(error) ? new ModelProblem('The archive is damaged.', { cause: error }) : error;
  } finally {
    signal.removeEventListener('abort', abort);
    stream.destroy();
    // The rest of a truncated file never comes.
    if (failure !== undefined) writing?.destroy(failure);
    await Promise.allSettled([...pending, ended]);
  }
  return files;
}

/** Feeds the whole stream to the parser, with backpressure. */
async function feed(
  { stream, packed }: Pick<Opened, 'stream' | 'packed'>,
  parser: Parser,
  bounds: ArchiveBounds,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    parser.once('error', reject);
    stream.once('error', reject);
  });
  failed.catch(() => undefined);
  const work = async () => {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bounds.countUnpacked(chunk.length, packed());
      if (!parser.write(chunk)) await once(parser, 'drain');
    }
    const finished = once(parser, 'end');
    parser.end();
    await finished;
  };
  await Promise.race([work(), failed]);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function writeEntry(entry: ReadEntry, file: string): Promise<Content> {
  // The reader gets the error. Until then, it must not be uncaught.
  entry.on('error', () => undefined);
  try {
    return await writeHashed(entry, file);
  } catch (error) {
    // Drains the rest, which would block the parser.
    entry.resume();
    throw error;
  }
}

interface Opened {
  stream: Readable;
  /** The number of bytes of the archive that are read or will be. */
  packed: () => number;
  /** Settles when everything is read. Rejects if the compressed data is damaged. */
  ended: Promise<void>;
}

async function openArchive(archive: string): Promise<Opened> {
  const handle = await open(archive);
  const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 0).finally(() => handle.close());
  if (buffer.toString('latin1') === 'BZh') return openBzip2(archive, (await stat(archive)).size);
  const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
  const source = createReadStream(archive);
  if (!isGzip) return { stream: source, packed: () => source.bytesRead, ended: Promise.resolve() };
  const stream = createGunzip();
  source.once('error', (error) => stream.destroy(error));
  stream.once('close', () => source.destroy());
  return { stream: source.pipe(stream), packed: () => stream.bytesWritten, ended: Promise.resolve() };
}

function openBzip2(archive: string, bytes: number): Opened {
  const child = spawn('bzip2', ['-dc', '--', archive], { stdio: ['ignore', 'pipe', 'ignore'] });
  const { stdout } = child;
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () => {
      stdout.destroy(new ModelProblem('The program bzip2 is missing. Run: sudo apt-get install bzip2'));
      resolve();
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new ModelProblem('The archive is damaged.'));
    });
  });
  ended.catch(() => undefined);
  stdout.once('close', () => child.kill());
  return { stream: stdout, packed: () => bytes, ended };
}

/** True if tar or gzip rejected the archive, or a file occurs twice. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const tarCode = 'tarCode' in error ? String(error.tarCode) : '';
  return /^(Z_|TAR_|EEXIST$)/.test(code) || tarCode !== '';
}
