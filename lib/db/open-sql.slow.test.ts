import assert from 'node:assert/strict';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { untrustedCertificate } from '#e2e/support/callbacks/untrusted-certificate';
import { withClient } from '#lib/backup/with-client';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#lib/db/embedded-postgres';
import { migrate } from '#lib/db/migrations/migrate';
import { openSql } from '#lib/db/open-sql';
import { parseEnv } from '#lib/settings/env';
import { migrateOrStop } from '#bin/start/migrate-or-stop';
import { Stop } from '#bin/cli-output.mjs';

/* A PostgreSQL with a certificate for 127.0.0.1 that nobody has signed but itself, as both drivers see it. */

let folder: string;
let server: EmbeddedPostgres;
/** The file of the server's authority, which is its own certificate. */
let authority: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-tls-'));
  await chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDir: folder, durability: 'none' });
  authority = path.join(folder, 'server.crt');
  const key = path.join(folder, 'server.key');
  await writeFile(authority, untrustedCertificate.cert);
  await writeFile(key, untrustedCertificate.key, { mode: 0o600 });
  const { uid, gid } = await stat(server.folder);
  await chown(key, uid, gid);
  const sql = openSql(server.url, { max: 1 });
  await sql.unsafe(`alter system set ssl_cert_file = '${authority}'`);
  await sql.unsafe(`alter system set ssl_key_file = '${key}'`);
  await sql.end();
  await setTls('on');
});
after(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Turns encryption on or off: for connections that are made once the postmaster has read it. */
async function setTls(value: 'on' | 'off'): Promise<void> {
  const sql = openSql(server.url, { max: 1 });
  await sql.unsafe(`alter system set ssl = ${value}`);
  await sql.end();
  await server.stop();
  server = await startEmbeddedPostgres({ dataDir: folder, durability: 'none' });
}

const at = (query: string) => `${server.url}?${query}`;
/** The same server by a name that its certificate doesn't have. */
const byName = (query: string) => at(query).replace('@127.0.0.1:', '@localhost:');

const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

/** Whether the connections of both drivers are encrypted; throws where one can't be made, or they differ. */
async function connectBoth(url: string): Promise<boolean> {
  const sql = openSql(url, { max: 1 });
  const [results] = await Promise.allSettled([sql.unsafe(isEncrypted).finally(() => sql.end())]);
  const other = await withClient(url, (client) => client.query(isEncrypted)).then(
    ({ rows }) => ({ isEncrypted: (rows as { ssl: boolean }[])[0]?.ssl }),
    (error: unknown) => ({ error: error as NodeJS.ErrnoException }),
  );
  if (results?.status === 'rejected') {
    const { code } = results.reason as NodeJS.ErrnoException;
    assert.ok('error' in other, `pg has connected, and postgres.js says ${code}`);
    assert.equal(other.error.code, code);
    throw results.reason as Error;
  }
  assert.ok(!('error' in other), 'postgres.js has connected, and pg has not');
  assert.equal(other.isEncrypted, results?.value[0]?.['ssl']);
  return other.isEncrypted === true;
}

test('both drivers verify as much as libpq does, and no more', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const root = `sslrootcert=${encodeURIComponent(authority)}`;
  assert.equal(await connectBoth(at('sslmode=disable')), false);
  assert.equal(await connectBoth(at('sslmode=prefer')), true);
  assert.equal(await connectBoth(at('sslmode=require')), true);
  assert.equal(await connectBoth(byName(`sslmode=require&${root}`)), true);
  assert.equal(await connectBoth(byName(`sslmode=verify-ca&${root}`)), true);
  assert.equal(await connectBoth(at(`sslmode=verify-full&${root}`)), true);
  const refused = { code: 'ERR_TLS_CERT_ALTNAME_INVALID' };
  await assert.rejects(connectBoth(byName(`sslmode=verify-full&${root}`)), refused);
  await assert.rejects(connectBoth(at('sslmode=verify-full')), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  process.off('warning', note);
  assert.deepEqual(warnings, []);
});

test('a certificate that does not fit ends the start with a plain sentence, and one that does migrates', async () => {
  const migrateWith = (url: string) =>
    migrateOrStop(url, parseEnv({ DATABASE_URL: url, LONGHAND_DATA_DIR: folder }));
  const root = `sslrootcert=${encodeURIComponent(authority)}`;
  for (const [url, says] of [
    [
      at('sslmode=verify-full'),
      /^DATABASE_URL: .+ not of an authority that this machine knows.+NODE_EXTRA_CA_CERTS$/,
    ],
    [byName(`sslmode=verify-full&${root}`), /^DATABASE_URL: .+ of another host than the address names$/],
    [at('sslmode=verify-full&sslrootcert=/nowhere.crt'), /^DATABASE_URL: .+\/nowhere\.crt/],
  ] as const) {
    await assert.rejects(migrateWith(url), (error: unknown) => {
      assert.ok(error instanceof Stop, String(error));
      assert.match(error.message, says);
      return true;
    });
  }
  await migrate(at(`sslmode=verify-full&${root}`));
});

test('a server without encryption is used where it is only preferred, and refused where it is required', async () => {
  await setTls('off');
  assert.equal(await connectBoth(at('sslmode=prefer')), false);
  const url = at('sslmode=require');
  await assert.rejects(migrateOrStop(url, parseEnv({ DATABASE_URL: url, LONGHAND_DATA_DIR: folder })), Stop);
});
