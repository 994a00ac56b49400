import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PublishedPackage } from '#lib/recognition/models/model-source';
import { makeTar } from './make-archive';

/** One version of a package, as a registry stores it. */
export interface StoredPackage {
  published: PublishedPackage;
  tarball: Buffer;
  /** The registry's statement about the tarball, if that is not its integrity. */
  stated?: Record<string, string | number>;
}

/** Makes a package with these files, keyed by the model part that each one is, and these fields in its package.json. */
export function makePackage(
  name: string,
  files: Record<string, { path: string; content: Buffer }>,
  says: Record<string, unknown> = {},
): StoredPackage {
  const version = '1.2.3';
  const manifest = Buffer.from(JSON.stringify({ name, version, ...says }));
  const entries = Object.values(files).map((file) => ({
    path: `package/${file.path}`,
    content: file.content,
  }));
  const tarball = gzipSync(makeTar([{ path: 'package/package.json', content: manifest }, ...entries]));
  const described = Object.entries(files).map(([part, file]) => [
    part,
    { path: file.path, sha256: createHash('sha256').update(file.content).digest('hex') },
  ]);
  return {
    tarball,
    published: {
      name,
      version,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      bytes: tarball.length,
      files: Object.fromEntries(described) as PublishedPackage['files'],
    },
  };
}

/** A registry on loopback, the environment in which npm's settings point to it, and the requests it has received. */
export interface PackageRegistry {
  url: string;
  environment: Record<string, string>;
  requests: IncomingMessage[];
  /** Number of bytes after which a tarball's connection is cut, one for each answer; later answers are complete. */
  cuts: number[];
  /** Answers the request itself if it returns true. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Starts a registry with these packages, and a separate npm cache; both end with the test. */
export async function startRegistry(
  t: Pick<TestContext, 'after'>,
  packages: readonly StoredPackage[],
): Promise<PackageRegistry> {
  const cache = await mkdtemp(path.join(tmpdir(), 'longhand-npm-'));
  const server = createServer((request, response) => {
    registry.requests.push(request);
    if (registry.answer?.(request, response) !== true) serve(registry, packages, { request, response });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(cache, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`;
  const registry: PackageRegistry = {
    url,
    environment: { npm_config_registry: url, npm_config_cache: cache, npm_config_userconfig: '/dev/null' },
    requests: [],
    cuts: [],
  };
  return registry;
}

function serve(
  { url, cuts }: PackageRegistry,
  packages: readonly StoredPackage[],
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  const asked = decodeURIComponent((request.url ?? '').replace('/npm/', ''));
  const described = packages.find(({ published }) => published.name === asked);
  if (described !== undefined) {
    const { name, version, integrity } = described.published;
    const dist = { tarball: `${url}${name}/-/${version}.tgz`, ...(described.stated ?? { integrity }) };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, versions: { [version]: { name, version, dist } } }));
    return;
  }
  const found = packages.find(({ published: { name, version } }) => asked === `${name}/-/${version}.tgz`);
  if (found === undefined) {
    response.writeHead(404).end('{}');
    return;
  }
  const cut = cuts.shift();
  response.setHeader('content-length', found.tarball.length);
  if (cut === undefined || cut >= found.tarball.length) {
    response.end(found.tarball);
    return;
  }
  response.flushHeaders();
  response.write(found.tarball.subarray(0, cut), () => setImmediate(() => response.destroy()));
}
