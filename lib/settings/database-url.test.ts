import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitDatabaseUrl } from '#lib/settings/database-url';
import { parseEnv, SettingsError } from '#lib/settings/env';

const address = 'postgres://longhand:secret@db.example:5432/longhand';

function read(query: string): string | undefined {
  const { url, tls } = splitDatabaseUrl(`${address}${query}`);
  assert.equal(url, address);
  return tls && [tls.mode, tls.rootCertificate].filter(Boolean).join(' ');
}

test('parameters for TLS have the meaning of libpq', () => {
  assert.equal(read(''), undefined);
  assert.equal(read('?sslmode=disable'), 'disable');
  assert.equal(read('?sslmode=allow'), 'prefer');
  assert.equal(read('?sslmode=prefer'), 'prefer');
  assert.equal(read('?sslmode=require'), 'require');
  assert.equal(read('?sslmode=require&sslrootcert=/ca.pem'), 'verify-ca /ca.pem');
  assert.equal(read('?sslmode=verify-ca&sslrootcert=/ca.pem'), 'verify-ca /ca.pem');
  assert.equal(read('?sslmode=verify-full'), 'verify-full');
  assert.equal(read('?sslmode=verify-full&sslrootcert=/ca.pem'), 'verify-full /ca.pem');
  assert.equal(read('?sslrootcert=system'), 'verify-full');
  assert.equal(read('?sslrootcert=/ca.pem'), 'prefer /ca.pem');
  assert.equal(read('?sslmode=require&uselibpqcompat=true'), 'require');
});

test('other parameters stay as they are', () => {
  const { url } = splitDatabaseUrl(`${address}?connect_timeout=5&sslmode=require`);
  assert.equal(url, `${address}?connect_timeout=5`);
});

test('a faulty parameter for TLS is a faulty setting', () => {
  for (const [query, says] of [
    ['?sslmode=always', /^DATABASE_URL: sslmode must be one of disable, /],
    ['?sslmode=verify-ca', /^DATABASE_URL: sslmode=verify-ca needs sslrootcert/],
    ['?sslmode=require&sslrootcert=system', /^DATABASE_URL: sslrootcert=system needs sslmode=verify-full/],
  ] as const) {
    assert.throws(
      () => parseEnv({ DATABASE_URL: address + query }),
      (error: unknown) => error instanceof SettingsError && says.test(error.message),
    );
  }
  assert.equal(
    parseEnv({ DATABASE_URL: `${address}?sslmode=require` }).databaseUrl,
    `${address}?sslmode=require`,
  );
});
