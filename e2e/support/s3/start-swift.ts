import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { findProgram } from '#bin/find-program.mjs';
import { freePort } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { connectS3 } from './connect-s3';

/*
 * OpenStack Swift with its S3 API, as Debian packages it: one account, container, and object server each behind one
 * proxy, on a folder. Longhand must not need S3 features that it lacks.
 */

const parts = ['account', 'container', 'object'] as const;

/** A running Swift with one bucket, for the credentials of `connectS3`. */
export interface Swift {
  url: string;
  bucket: string;
  stop(): Promise<void>;
}

/**
 * Returns the reason why Swift can't be started here, or undefined if it can. Its packages start services of their own,
 * so no set-up installs them.
 */
export function whyNoSwift(): string | undefined {
  const programs = [...parts.map((part) => `swift-${part}-server`), 'swift-proxy-server', 'memcached'];
  const missing = programs.filter((program) => findProgram(program) === undefined);
  return missing.length === 0
    ? undefined
    : 'to test with OpenStack Swift: apt-get install swift-proxy swift-account swift-container swift-object memcached';
}

/** Starts Swift on 127.0.0.1 with an empty bucket, and waits until it is usable. */
export async function startSwift({ bucket = 'recordings' } = {}): Promise<Swift> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-swift-'));
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const ports = { proxy: await freePort(), memory: await freePort() };
    const start = (program: string, ...words: string[]) =>
      running.push(
        spawn(program, words, {
          cwd: folder,
          stdio: 'ignore',
          env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
        }),
      );
    await writeFile(path.join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = longhand\n');
    start('memcached', '-u', 'root', '-l', '127.0.0.1', '-p', String(ports.memory));
    for (const part of parts) {
      const port = await freePort();
      buildRing(folder, part, port);
      const devices = path.join(folder, 'devices');
      await mkdir(path.join(devices, 'one'), { recursive: true });
      await writeConfig(folder, part, serverConfig(part, { folder, devices, port }));
      start(`swift-${part}-server`, `${part}.conf`);
    }
    await writeConfig(folder, 'proxy', proxyConfig({ folder, ...ports }));
    start('swift-proxy-server', 'proxy.conf');
    const url = `http://127.0.0.1:${ports.proxy}`;
    const client = connectS3({ url });
    await waitFor('Swift to make a bucket', async () => {
      const made = await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(() => undefined);
      return made === undefined ? undefined : true;
    });
    client.destroy();
    return { url, bucket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds the ring of one device with one replica, which maps everything to its location. */
function buildRing(folder: string, part: string, port: number): void {
  const builder = (...words: string[]) =>
    execFileSync('swift-ring-builder', [`${part}.builder`, ...words], { cwd: folder, stdio: 'pipe' });
  builder('create', '1', '1', '0');
  builder('add', `r1z1-127.0.0.1:${port}/one`, '1');
  builder('rebalance');
}

const writeConfig = (folder: string, name: string, lines: string[]): Promise<void> =>
  writeFile(path.join(folder, `${name}.conf`), `${lines.join('\n')}\n`);

function serverConfig(
  part: string,
  { folder, devices, port }: { folder: string; devices: string; port: number },
): string[] {
  return [
    ...['[DEFAULT]', ...common(folder, port), `devices = ${devices}`, 'mount_check = false'],
    ...['[pipeline:main]', `pipeline = ${part}-server`],
    ...[`[app:${part}-server]`, `use = egg:swift#${part}`],
  ];
}

function proxyConfig({ folder, proxy, memory }: { folder: string; proxy: number; memory: number }): string[] {
  return [
    ...['[DEFAULT]', ...common(folder, proxy)],
    ...['[pipeline:main]', 'pipeline = cache s3api tempauth bulk slo proxy-server'],
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    ...['[filter:cache]', 'use = egg:swift#memcache', `memcache_servers = 127.0.0.1:${memory}`],
    ...['[filter:s3api]', 'use = egg:swift#s3api', 'max_upload_part_num = 10000'],
    // The user “test:tester”, with the password “test”.
    ...['[filter:tempauth]', 'use = egg:swift#tempauth', 'user_test_tester = test .admin'],
    ...['[filter:bulk]', 'use = egg:swift#bulk', '[filter:slo]', 'use = egg:swift#slo'],
  ];
}

const common = (folder: string, port: number): string[] => [
  ...[`swift_dir = ${folder}`, 'bind_ip = 127.0.0.1', `bind_port = ${port}`],
  ...['user = root', 'workers = 0', 'log_level = ERROR', 'log_address = /dev/null'],
];
