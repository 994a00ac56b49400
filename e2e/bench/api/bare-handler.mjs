import { createHash } from 'node:crypto';
import http from 'node:http';
import postgres from 'postgres';

/*
 * The baseline for the API: the minimum that a program on node:http and postgres.js must do for the same answers,
 * which is to query the key and the jobs. It supports no other path and validates nothing.
 */

const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const sql = postgres(databaseUrl, { max: 10 });

const server = http.createServer((request, response) => void serve(request, response));

/**
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 */
async function serve(request, response) {
  try {
    const value = await answer(request);
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}

/** @param {http.IncomingMessage} request */
async function answer({ headers, url = '' }) {
  const key = (headers.authorization ?? '').slice('Bearer '.length);
  const sha256 = createHash('sha256').update(key).digest('hex');
  const [found] = await sql`
    select id, account_id, mode, scope from api_keys
    where sha256 = ${sha256} and revoked_at is null and (expires_at is null or expires_at > now())`;
  if (found === undefined) return undefined;
  const { account_id: accountId, mode } = found;
  if (url.startsWith('/v1/jobs?')) {
    return sql`
      select * from jobs where account_id = ${accountId} and mode = ${mode} and trashed_at is null
      order by created_at desc, id desc limit 10`;
  }
  const [job] = await sql`
    select * from jobs
    where id = ${url.slice('/v1/jobs/'.length)} and account_id = ${accountId} and mode = ${mode} and trashed_at is null`;
  return job;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
