import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { connect, type Connection } from '#lib/db/connect';
import { makeJob } from '#e2e/support/make-job';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

/*
 * A client of the specified API reads the same bytes as before: both revisions' responses to the same requests,
 * recorded from commit 55ab375e, before there were other APIs; only the wording of details has changed since. Additions
 * to the product must not change these bytes.
 */

const recorded = 'e2e/support/api/recorded-answers.txt';

let longhand: SharedLonghand;
let connection: Connection;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

type Asked = [request: string, init?: { headers?: Record<string, string>; body?: string }];

const json = { 'content-type': 'application/json' };
const nobody = { authorization: 'Bearer nonsense' };

/** The requests to each revision, by the path below its root; `FAILED` and similar words stand for the ids of jobs. */
const asked: Asked[] = [
  ['GET /account'],
  ['GET /account', { headers: nobody }],
  ['GET /jobs'],
  ['GET /jobs?limit=1'],
  ['GET /jobs?starting_after=RUNNING&limit=2'],
  ['GET /jobs?limit=0'],
  ['GET /jobs/DONE'],
  ['GET /jobs/FAILED'],
  ['GET /jobs/RUNNING'],
  ['GET /jobs/not-there'],
  ['GET /jobs/DONE', { headers: nobody }],
  ['GET /jobs/DONE/transcript', { headers: { accept: 'application/json' } }],
  ['GET /jobs/DONE/transcript?version=machine', { headers: { accept: 'application/json' } }],
  ['GET /jobs/DONE/transcript', { headers: { accept: 'text/plain' } }],
  ['GET /jobs/DONE/transcript', { headers: { accept: '*/*' } }],
  ['GET /jobs/DONE/transcript', { headers: { accept: 'image/png' } }],
  ['GET /jobs/DONE/transcript?version=other'],
  ['GET /jobs/RUNNING/transcript'],
  ['GET /jobs/DONE/transcript', { headers: { accept: 'application/vnd.longhand.transcript+json' } }],
  ['GET /jobs/DONE/transcript', { headers: { accept: 'application/pdf' } }],
  ['GET /jobs/DONE/captions', { headers: { accept: 'text/vtt' } }],
  ['GET /jobs/DONE/captions', { headers: { accept: 'application/x-subrip' } }],
  ['GET /jobs/RUNNING/captions'],
  ['GET /account/vocabulary'],
  ['POST /jobs/DONE/cancel'],
  ['POST /jobs/not-there/cancel'],
  ['GET /jobs/FAILED/callback'],
  ['GET /jobs/not-there/callback'],
  ['POST /jobs', { headers: json, body: '{' }],
  ['POST /jobs', { headers: json, body: '{}' }],
  ['POST /jobs', { headers: json, body: '{"media_url":"ftp://media.example/a.wav","metadata":1}' }],
  ['POST /jobs', { headers: { 'content-type': 'text/csv' }, body: 'a,b' }],
  ['DELETE /jobs/RUNNING'],
  ['DELETE /jobs/FAILED'],
  ['DELETE /jobs/FAILED'],
  ['PUT /jobs/DONE'],
  ['DELETE /jobs/DONE'],
  [
    'POST /jobs',
    {
      headers: json,
      body: '{"media_url":"http://127.0.0.1:9/c.mp3","metadata":"order 4712","callback_url":"http://127.0.0.1:9/"}',
    },
  ],
];

test('both revisions answer byte for byte as recorded', async () => {
  const answers: string[] = [];
  for (const root of ['/v1', '/api/v1']) {
    const account = await longhand.createAccount(12_34);
    const ids = await makeJobs(account.id);
    const unnamed: Array<[string, string]> = [
      [longhand.baseUrl, 'BASE'],
      [account.email, 'EMAIL'],
      ...Object.entries(ids).map(([name, id]): [string, string] => [id, name]),
    ];
    for (const [request, { headers = {}, body } = {}] of asked) {
      const [method = '', path = ''] = request.split(' ');
      const url = `${longhand.baseUrl}${root}${path.replace(/[A-Z]+/, (name) => ids[name] ?? name)}`;
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${account.apiKey}`, ...headers },
        ...(body !== undefined && { body }),
      });
      const shown = ['content-type', 'content-disposition', 'www-authenticate', 'allow', 'cache-control']
        .filter((name) => response.headers.has(name))
        .map((name) => `${name}: ${response.headers.get(name)}`);
      const text = toText(Buffer.from(await response.arrayBuffer()), unnamed);
      const given = [
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        body ?? [],
      ].flat();
      const answer = [`${method} ${root}${path}`, ...given, '→', response.status, ...shown, text].join('\n');
      answers.push(unnamed.reduce((all, [value, name]) => all.replaceAll(value, name), answer));
    }
  }
  assert.equal(`${answers.join('\n\n')}\n`, await readFile(recorded, 'utf8'));
});

/** The comparable part of a body: without rendered documents, and without the id and time of a job made just now. */
function toText(body: Buffer, unnamed: Array<[string, string]>): string {
  if (body.subarray(0, 5).toString() === '%PDF-') return '(a PDF)';
  const text = body.toString();
  const [, id] = /^\{"id":"([^"]+)".*"name":"c\.mp3"/.exec(text) ?? [];
  if (id === undefined) return text;
  unnamed.push([id, 'SUBMITTED']);
  return text.replace(/"created_on":"[^"]+"/, '"created_on":"NOW"');
}

/** Makes three jobs of the account, oldest first: one with a transcript, one failed and one in progress. */
async function makeJobs(accountId: string): Promise<Record<string, string>> {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 23, 23, second, 290));
  const made = {
    DONE: {
      words: 'there was a young man of Norland',
      name: 'talk.wav',
      metadata: 'order 4711',
      createdAt: at(1),
    },
    FAILED: {
      status: 'failed' as const,
      failure: 'download_failure' as const,
      failureDetail: 'The server media.example answered 404.',
      name: 'b.mp3',
      mediaUrl: 'https://media.example/b.mp3',
      callbackUrl: 'https://client.example/longhand?a=1&b=“2”',
      createdAt: at(2),
    },
    RUNNING: { name: 'Grüße.wav', createdAt: at(3) },
  };
  const ids: Record<string, string> = {};
  for (const [name, job] of Object.entries(made))
    ids[name] = (await makeJob(connection.db, accountId, job)).id;
  return ids;
}
