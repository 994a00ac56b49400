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
 * Packages come as `npm pack` would bring them: the owner's registry, mirror, access token, proxy and certificates count, and so
 * does npm's cache. The tarball is unpacked while it comes, so that only the wanted files need room. No script of it is run.
 */

export interface FetchOptions {
  into: string;
  /** The path in that folder at which a file of the package is written; undefined leaves it out. */
  getTarget: (path: string) => string | undefined;
  signal: AbortSignal;
  /** Told how many bytes of the tarball are there; falls back to 0 where a broken connection restarts it. */
  onBytes?: ((done: number) => void) | undefined;
  /** Told the unpacked size, or the tarball's, if the registry states one. What it throws ends the download. */
  onSize?: ((bytes: number) => Promise<void>) | undefined;
}

/** Without a network, or with a registry that does not answer, it is known within seconds. */
const answerMs = 4500;
const silenceMs = 30_000;
/** A transfer that breaks is begun so often. */
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
 * Writes the wanted files of a package, each with its content. The tarball is checked by the checksum that is given, or by the one that
 * the registry states. Throws a `ModelProblem` that says what is wrong (`isUnreachable`
 * where the registry can't be reached), and the signal's reason when aborted; errors of the disk are thrown as they are.
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
        // A cache that is full or can't be written ends npm's transfer. It is not needed; our own disk fails again.
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

/** npm's settings as npm itself reads them: files, environment and defaults. */
async function readNpmSettings(): Promise<object> {
  // The settings in npm's own folder are those of a distribution: there is no such folder here.
  const config = new Config({ npmPath: process.execPath, ...npmDefinitions, argv: [], warn: false });
  await config.load();
  // An exact version never changes, so npm's cache of it is right.
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
      // Nothing of it comes any more where it was not read to its end.
      stopped.abort();
    }
  } finally {
    clearTimeout(clock);
  }
}

/** The address of the tarball, its checksum as Subresource Integrity, and its size once unpacked. */
async function findTarball(
  { name, version, integrity }: Published,
  asked: object,
): Promise<{ tarball: string; integrity: string; unpackedBytes: number | undefined }> {
  const answer = await registryFetch.json(`/${name.replace('/', '%2f')}`, {
    ...asked,
    // The short form of the description, for installers.
    headers: { accept: 'application/vnd.npm.install-v1+json, application/json;q=0.8' },
  });
  const found = packument.safeParse(answer).data?.versions[version]?.dist;
  const registry = registryFetch.pickRegistry(name, asked);
  if (found === undefined) throw new ModelProblem(`${new URL(registry).host} has no ${name}@${version}.`);
  // The oldest packages have no more than a SHA-1.
  const sha1 = found.shasum && `sha1-${Buffer.from(found.shasum, 'hex').toString('base64')}`;
  const checksum = integrity ?? (found.integrity || sha1);
  if (!checksum) throw new ModelProblem(`${new URL(registry).host} has no checksum for ${name}@${version}.`);
  const url = new URL(found.tarball);
  // Some mirrors give the original's address; npm asks the mirror (`replace-registry-host`).
  const isOfMirror = url.host !== 'registry.npmjs.org';
  return {
    tarball: isOfMirror ? url.href : new URL(url.pathname, registry).href,
    integrity: checksum,
    unpackedBytes: found.unpackedSize,
  };
}

/** Explains an answer of the registry that is no good; undefined for an error of the connection or the disk. */
function explainAnswer(error: unknown, { name, version }: Published): string | undefined {
  const code = getCode(error);
  if (code === 'E404') return `There is no ${name}@${version} (404).`;
  if (code === 'EINTEGRITY')
    return `The checksum of ${name}@${version} doesn't match. Nothing was installed.`;
  if (code === 'E401' || code === 'E403') return `It refuses access to ${name} (${code.slice(1)}).`;
  return undefined;
}

/** Why the registry was not reached, or not to the end; undefined for any other error. */
function explainConnection(error: unknown): string | undefined {
  const code = getCode(error);
  if (code === 'ENOTCACHED') return 'npm is set to be offline, and its cache lacks the package.';
  if (/^E\d{3}$/.test(code)) return `It responded with ${code.slice(1)}.`;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return 'The connection was lost.';
  // The clock ran out: an interruption is reported elsewhere.
  if (error instanceof Error && error.name === 'AbortError') return 'The server took too long to respond.';
  return explainNetworkError(error)?.inWords;
}

/** True if a file could not be written, npm's or ours. */
function isOfDisk(error: unknown): boolean {
  return ['EACCES', 'EDQUOT', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'].includes(getCode(error));
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
