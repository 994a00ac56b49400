import Config from '@npmcli/config';
import npmDefinitions from '@npmcli/config/lib/definitions/index.js';
import registryFetch from 'npm-registry-fetch';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainNetworkError } from '#lib/net/explain-network-error';
import { z } from 'zod';
import type { PublishedPackage } from '#lib/recognition/models/model-source';
import { extractStream } from '#lib/recognition/models/install/archive/extract-archive';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import type { Content } from '#lib/recognition/models/install/write-hashed';

/*
 * Fetches packages like `npm pack`, with the operator's registry, mirror, access token, proxy, certificates and npm
 * cache. Unpacks the tarball while it downloads, so that only the wanted files take space. Runs no scripts.
 */

export interface FetchOptions {
  into: string;
  /** Returns the relative path at which to write a file of the package; undefined skips it. */
  getTarget: (path: string) => string | undefined;
  signal: AbortSignal;
  /** Reports the tarball's downloaded bytes. Resets to 0 when a broken connection restarts. */
  onBytes?: ((done: number) => void) | undefined;
  /** Reports the unpacked size, or the tarball's, if the registry states one. Throwing aborts the download. */
  onSize?: ((bytes: number) => Promise<void>) | undefined;
}

/** The timeout for the registry: whether there is a network is known within seconds. */
const answerMs = 4500;
const silenceMs = 30_000;
/** The maximum attempts of a transfer. */
const maxTries = 3;

const packument = z.object({
  versions: z.record(
    z.string(),
    z.object({
      dist: z.object({
        tarball: z.url(),
        integrity: z.string().optional(),
        shasum: z.string().optional(),
        unpackedSize: z.number().optional().catch(undefined),
      }),
    }),
  ),
});

type Published = Pick<PublishedPackage, 'name' | 'version'> & { integrity?: string };

/**
 * Writes the wanted files of a package, and returns their contents. Verifies the tarball's checksum, the given or the
 * registry's. Throws a `ModelProblem` that says what is wrong (`isUnreachable` if the registry can't be reached), and
 * the signal's reason when aborted. Rethrows disk errors.
 */
export async function fetchPackage(
  published: Published,
  options: FetchOptions,
): Promise<Map<string, Content>> {
  const npm = await readNpmSettings();
  const withoutCache = { ...npm, cache: undefined };
  let isCached = true;
  const { host } = new URL(registryFetch.pickRegistry(published.name, npm));
  const begun = new Set<string>();
  const getTarget = (inside: string) => {
    const target = options.getTarget(inside);
    if (target !== undefined) begun.add(target);
    return target;
  };
  for (let tries = 1; ; tries += 1) {
    let wasAnswered = false;
    try {
      return await transfer(published, isCached ? npm : withoutCache, {
        ...{ ...options, getTarget },
        onAnswer: () => (wasAnswered = true),
      });
    } catch (error) {
      await Promise.all([...begun].map((file) => rm(path.join(options.into, file), { force: true })));
      options.signal.throwIfAborted();
      const refusal = explainAnswer(error, published);
      if (refusal !== undefined) throw new ModelProblem(`${host}: ${refusal}`, { cause: error });
      const reason = explainConnection(error);
      if (reason === undefined && isOfDisk(error) && isCached) {
        // A full or read-only cache breaks npm's transfer. Retry without it; if our own disk is at fault, that fails
        // again.
        isCached = false;
        continue;
      }
      if (reason === undefined) throw error;
      if (!wasAnswered || tries === maxTries) {
        throw new ModelProblem(`Can't reach ${host}: ${reason}`, {
          cause: error,
          isUnreachable: true,
        });
      }
      await sleep(tries * 500, undefined, { signal: options.signal });
    }
  }
}

/** Reads npm's settings as npm does: files, environment and defaults. */
async function readNpmSettings(): Promise<object> {
  // npm's own folder has settings only in distributions, so it isn't read.
  const config = new Config({ npmPath: process.execPath, ...npmDefinitions, argv: [], warn: false });
  await config.load();
  // Exact versions never change, so npm's cache is always valid.
  return { ...config.flat, preferOffline: true, retry: { retries: 0 } };
}

async function transfer(
  published: Published,
  npm: object,
  { into, getTarget, signal, onBytes, onSize, onAnswer }: FetchOptions & { onAnswer: () => void },
): Promise<Map<string, Content>> {
  const stopped = new AbortController();
  const asked = { ...npm, spec: published.name, signal: AbortSignal.any([signal, stopped.signal]) };
  const clock = setTimeout(() => stopped.abort(), answerMs);
  try {
    const { tarball, integrity, unpackedBytes } = await findTarball(published, asked);
    if (unpackedBytes !== undefined) await onSize?.(unpackedBytes);
    clock.refresh();
    const { body, headers } = await registryFetch(tarball, { ...asked, integrity });
    clearTimeout(clock);
    if (unpackedBytes === undefined) await onSize?.(Number(headers.get('content-length')));
    onAnswer();
    const silence = setTimeout(() => meter.destroy(new DOMException('silence', 'TimeoutError')), silenceMs);
    let done = 0;
    const meter = new Transform({
      transform: (chunk: Buffer, _, next) => {
        silence.refresh();
        done += chunk.length;
        onBytes?.(done);
        next(null, chunk);
      },
    });
    body.on('error', (error) => meter.destroy(error)).pipe(meter);
    const toTarget = (inside: string) => getTarget(inside.slice(inside.indexOf('/') + 1));
    try {
      return await extractStream(meter, { into, getTarget: toTarget, signal });
    } finally {
      clearTimeout(silence);
      // Stops the rest of a response that wasn't read to its end. npm's cache ignores the signal and sends more.
      stopped.abort();
      meter.destroy();
    }
  } finally {
    clearTimeout(clock);
  }
}

/** Returns the tarball's URL, its checksum as Subresource Integrity, and its unpacked size. */
async function findTarball(
  { name, version, integrity }: Published,
  asked: object,
): Promise<{ tarball: string; integrity: string; unpackedBytes: number | undefined }> {
  const answer = await registryFetch.json(`/${name.replace('/', '%2f')}`, {
    ...asked,
    // The abbreviated metadata for installers.
    headers: { accept: 'application/vnd.npm.install-v1+json, application/json;q=0.8' },
  });
  const found = packument.safeParse(answer).data?.versions[version]?.dist;
  const registry = registryFetch.pickRegistry(name, asked);
  if (found === undefined) throw new ModelProblem(`${new URL(registry).host} has no ${name}@${version}.`);
  // The oldest packages have only a SHA-1.
  const sha1 = found.shasum && `sha1-${Buffer.from(found.shasum, 'hex').toString('base64')}`;
  const checksum = integrity ?? (found.integrity || sha1);
  if (!checksum) throw new ModelProblem(`${new URL(registry).host} has no checksum for ${name}@${version}.`);
  const url = new URL(found.tarball);
  // Some mirrors return the original URL, but npm downloads from the mirror (`replace-registry-host`).
  const isOfMirror = url.host !== 'registry.npmjs.org';
  return {
    tarball: isOfMirror ? url.href : new URL(url.pathname, registry).href,
    integrity: checksum,
    unpackedBytes: found.unpackedSize,
  };
}

/** Explains an error response of the registry; undefined for connection and disk errors. */
function explainAnswer(error: unknown, { name, version }: Published): string | undefined {
  const code = getCode(error);
  if (code === 'E404') return `There is no ${name}@${version} (404).`;
  if (code === 'EINTEGRITY')
    return `The checksum of ${name}@${version} doesn't match. Nothing was installed.`;
  if (code === 'E401' || code === 'E403') return `It refuses access to ${name} (${code.slice(1)}).`;
  return undefined;
}

/** Explains a failed or interrupted connection to the registry; undefined for other errors. */
function explainConnection(error: unknown): string | undefined {
  const code = getCode(error);
  if (code === 'ENOTCACHED') return 'npm is set to be offline, and its cache lacks the package.';
  if (/^E\d{3}$/.test(code)) return `It responded with ${code.slice(1)}.`;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return 'The connection was lost.';
  // A timeout. Interruptions are reported elsewhere.
  if (error instanceof Error && error.name === 'AbortError') return 'The server took too long to respond.';
  return explainNetworkError(error)?.inWords;
}

/** True if a file of ours or npm's couldn't be written. */
function isOfDisk(error: unknown): boolean {
  return ['EACCES', 'EDQUOT', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'].includes(getCode(error));
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
