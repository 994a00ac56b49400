import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { migrate } from '#lib/db/migrations/migrate';
import { openSql } from '#lib/db/open-sql';
import { readCompose } from './read-compose';

test('what PostgreSQL runs at its first start makes the database and a role that owns it and is no superuser', async () => {
  const password = 'secret';
  const compose = readCompose(new Proxy({}, { get: () => password }));
  const { environment = {}, volumes = [] } = compose.services['postgres'] ?? {};
  const [, file = ''] =
    volumes
      .map((volume) =>
        /^\.\/(.+):\/docker-entrypoint-initdb\.d\/\w+\.sql:ro$/.exec(
          typeof volume === 'string' ? volume : '',
        ),
      )
      .find((found) => found !== null) ?? [];
  const address = compose.services['web-1']?.environment?.['DATABASE_URL'];
  assert.equal(address, `postgres://longhand:${password}@postgres:5432/longhand`);
  assert.equal(environment['POSTGRES_PASSWORD'], password);
  const superuser = environment['POSTGRES_USER'] ?? '';

  // The names are taken on the tests' PostgreSQL, and psql's commands are none of the server's.
  const made = `made_${randomBytes(6).toString('hex')}`;
  const script = readFileSync(`deploy/${file}`, 'utf8');
  assert.match(script, /^\\getenv password POSTGRES_PASSWORD$/m);
  const statements = script
    .replaceAll(/^(?:--|\\).*\n/gm, '')
    .replaceAll(/\blonghand\b/g, made)
    .replaceAll(new RegExp(`\\b${superuser}\\b`, 'g'), `${made}_superuser`)
    .replaceAll(":'password'", `'${password}'`)
    .split(';')
    .filter((statement) => statement.trim() !== '');
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const sql = openSql(server, { max: 1 });
  try {
    await sql.unsafe(`create role ${made}_superuser superuser login password '${password}'`);
    const first = openSql(asRole(server, { role: `${made}_superuser`, password }), { max: 1 });
    for (const statement of statements) await first.unsafe(statement);
    await first.end();
    assert.deepEqual(
      [
        ...(await sql`select rolname, rolsuper, rolcreaterole, rolcreatedb, rolpassword is null as "hasNoPassword"
        from pg_authid where rolname like ${`${made}%`} order by 1`),
      ],
      [
        { rolname: made, rolsuper: false, rolcreaterole: false, rolcreatedb: false, hasNoPassword: false },
        {
          ...{ rolname: `${made}_superuser`, rolsuper: true },
          rolcreaterole: false,
          rolcreatedb: false,
          hasNoPassword: true,
        },
      ],
    );
    // All that a start does to the database.
    await migrate(asRole(server, { role: made, password, database: made }));
  } finally {
    await sql.unsafe(`drop database if exists ${made} with (force)`);
    await sql.unsafe(`drop role if exists ${made}, ${made}_superuser`);
    await sql.end();
  }
});

function asRole(
  server: string,
  { role, password, database }: { role: string; password: string; database?: string },
): string {
  const url = new URL(server);
  Object.assign(url, {
    username: role,
    password,
    ...(database !== undefined && { pathname: `/${database}` }),
  });
  return url.href;
}
