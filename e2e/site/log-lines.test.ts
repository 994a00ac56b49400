import assert from 'node:assert/strict';
import http from 'node:http';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { secrets as given, useObservedService } from '#e2e/support/services/use-observed-service';
import { signInForCookies } from '#e2e/support/sign-in';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { newToken } from '#lib/ids/link-token';
import { signMediaTicket } from '#lib/renditions/media-ticket';
import { readSecret } from '#lib/settings/secret';

/* Each request has exactly one line in the log, and no line contains a secret. */
// Only with --all: starts a service that has secrets to tell.

let longhand: Longhand;
let account: TestAccount;
let jobId: string;
let cookie: string;

before(async () => {
  ({ longhand } = await useObservedService());
  account = await longhand.createAccount();
  jobId = await makeTranscript(longhand, account, { words: 200, monologues: 4 });
  cookie = await signInForCookies(longhand, account);
});

type Line = Record<string, unknown>;

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** True if the client disconnects at the response's headers. */
  leaves?: boolean;
}

interface Answered {
  status: number;
  requestId: string;
}

/** Sends a request unchanged, unlike `fetch`. */
function ask({ method = 'GET', path, headers = {}, body, leaves = false }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request(longhand.baseUrl, { method, path, headers, agent: false }, (response) => {
      const requestId = String(response.headers['x-request-id']);
      const answered = { status: response.statusCode ?? 0, requestId };
      if (leaves) {
        request.destroy();
        return resolve(answered);
      }
      response.on('end', () => resolve(answered)).resume();
    });
    request.on('error', reject);
    request.end(body);
  });
}

function readLines(): Line[] {
  return longhand
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

/** Waits for a log line of each response. Returns the lines by request id. */
const findLines = (answers: Answered[]): Promise<Map<string, Line[]>> =>
  waitFor('the lines of all requests', () => {
    const lines = new Map<string, Line[]>();
    for (const line of readLines().filter(({ msg }) => msg === 'request')) {
      const id = String(line['requestId']);
      lines.set(id, [...(lines.get(id) ?? []), line]);
    }
    return answers.every(({ requestId }) => lines.has(requestId)) ? lines : undefined;
  });

test('every request has one line with its id, method, route, status, duration and account', async () => {
  const bearer = { authorization: `Bearer ${account.apiKey}` };
  const wrong = { authorization: 'Bearer lh_live_00000000000000000000000000000000000000' };
  const own = { accountId: account.id };
  const home = await (await fetch(longhand.baseUrl)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(home)?.[0] ?? '';
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '10', cookie };
  const cases: Array<[Asked, Line]> = [
    [
      { path: '/v1/account?x=1', headers: bearer },
      { route: '/v1/account', status: 200, operation: 'getAccount', ...own },
    ],
    [
      { path: `/v1/jobs/${jobId}`, headers: bearer },
      { route: '/v1/jobs/[id]', status: 200, operation: 'getJob', ...own },
    ],
    [
      { path: '/v1/jobs/none', headers: bearer },
      { route: '/v1/jobs/[id]', status: 404, ...own },
    ],
    [
      { path: '/v1/account', headers: wrong },
      { route: '/v1/account', status: 401, operation: 'getAccount' },
    ],
    [
      { path: '/v1/jobs', method: 'POST', headers: bearer },
      { route: '/v1/jobs', status: 400, ...own },
    ],
    [
      { path: '/v1/none', headers: bearer },
      { route: '/v1/[[...path]]', status: 404 },
    ],
    [
      { path: '/v1/account/', headers: bearer },
      { route: '/v1/account', status: 200, operation: 'getAccount' },
    ],
    [
      { path: '/v1/account', method: 'HEAD', headers: bearer },
      { route: '/v1/account', status: 200 },
    ],
    [{ path: '/v1/openapi.json' }, { route: '/v1/openapi.json', status: 200 }],
    [
      { path: '/api/v1/jobs', headers: bearer },
      { route: '/api/v1/jobs', status: 200, ...own },
    ],
    [{ path: '/api/v1/errors/not-found' }, { route: '/api/v1/errors/[slug]' }],
    [{ path: '/' }, { route: '/', status: 200 }],
    [
      { path: '/jobs?search=x', headers: { cookie } },
      { route: '/jobs', status: 200, ...own },
    ],
    [{ path: '/jobs' }, { route: '/jobs', status: 307 }],
    [{ path: '/none' }, { path: '/none', status: 404 }],
    [{ path: script }, { path: script, status: 200 }],
    [{ path: '/healthz' }, { path: '/healthz', status: 200 }],
    [{ path: '/readyz' }, { path: '/readyz' }],
    [
      { path: `/editor/data/${jobId}/words`, headers: { cookie } },
      { route: '/editor/data/[ref]/words', status: 200, ...own },
    ],
    [
      { path: '/jobs/uploads', method: 'POST', headers: tus },
      { route: '/jobs/uploads/[[...id]]', ...own },
    ],
    [{ path: '/%zz' }, { path: '/%zz', status: 400 }],
    [
      { path: '/jobs', method: 'TRACE' },
      { method: 'TRACE', status: 405 },
    ],
    [{ path: '/media/none' }, { path: '/media/none', status: 404 }],
    [
      { path: '/jobs/events', headers: { cookie }, leaves: true },
      { route: '/jobs/events', status: 200, aborted: true, ...own },
    ],
  ];
  const answers = await Promise.all(cases.map(([asked]) => ask(asked)));
  const lines = await findLines(answers);
  for (const [i, [{ method = 'GET', path }, expected]] of cases.entries()) {
    const { requestId, status } = answers[i] ?? { requestId: '', status: 0 };
    const [line = {}, ...others] = lines.get(requestId) ?? [];
    const what = `${method} ${path}: ${JSON.stringify(line)}`;
    assert.deepEqual(others, [], what);
    assert.match(requestId, /^\w{22}$/, what);
    assert.deepEqual([line['method'], line['status'], line['level']], [method, status, 30], what);
    assert.ok(
      Number.isInteger(line['milliseconds']) && !Number.isNaN(Date.parse(String(line['time']))),
      what,
    );
    assert.ok(!String(line['path']).includes('?'), what);
    for (const [name, value] of Object.entries(expected))
      assert.equal(line[name], value, `${name} of ${what}`);
  }
});

test('what is no HTTP has its line, too', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(longhand.baseUrl).port), '127.0.0.1');
    socket.on('data', (chunk) => (text += String(chunk))).on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write('NONSENSE\r\n\r\n');
  });
  assert.equal(answer, 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  await waitFor('its line', () =>
    readLines().find(
      ({ msg, status, problem }) => msg === 'request' && status === 400 && String(problem).startsWith('HPE_'),
    ),
  );
});

test('no line of the log has a secret: of keys, sessions, links, resets, passwords and settings', async () => {
  const token = newToken();
  const secret = await readSecret({ dataDir: longhand.dataDir });
  const ticket = signMediaTicket(secret, { jobId, expiresAt: new Date(Date.now() + 60_000) });
  const bearer = { authorization: `Bearer ${account.apiKey}` };
  const shared = await fetch(`${longhand.baseUrl}/v1/jobs/${jobId}/share`, {
    method: 'POST',
    headers: bearer,
  });
  const { editor_url: url } = (await shared.json()) as { editor_url: string };
  const shareToken = url.split('/').at(-1) ?? '';
  assert.match(shareToken, /^\w{32}$/);
  const csrf = await fetch(`${longhand.baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = new URLSearchParams({
    csrfToken,
    email: account.email,
    password: 'wrong-password-1',
    json: 'true',
  });
  const csrfCookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const asked: Asked[] = [
    { path: `/editor/shared/${shareToken}` },
    { path: `/editor/data/${shareToken}/words` },
    { path: `/editor/data/${shareToken}/edit`, method: 'PATCH', body: `{"token":"${shareToken}"}` },
    { path: `/editor/shared/${token}/%zz` },
    { path: `/reset-password?token=${token}` },
    { path: `/sign-up?token=${token}` },
    { path: `/confirm-email?token=${token}` },
    { path: `/${account.apiKey}` },
    { path: `/v1/${account.apiKey}`, headers: bearer },
    { path: `/v1/account?key=${account.apiKey}` },
    { path: `/media/${ticket}` },
    { path: `/media/${ticket}x` },
    { path: '/jobs', headers: { cookie } },
    { path: '/api/auth/callback/oidc?code=oidc-code-0123456&state=oidc-state-0123' },
    {
      path: '/api/auth/callback/credentials',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: csrfCookie },
      body: String(form),
    },
  ];
  const answers = await Promise.all(asked.map(ask));
  await findLines(answers);
  // No mail server accepts this email, so the worker logs an error.
  await longhand.sql`
    select graphile_worker.add_job('send-mail', ${longhand.sql.json({
      to: 'ann@longhand.example',
      subject: 'Transcript of board meeting',
      text: `open ${longhand.baseUrl}/reset-password?token=${token}`,
      giveUpAt: new Date(Date.now() + 60_000).toISOString(),
    })}::json, max_attempts => 1)`;
  await waitFor('the email to fail', async () => {
    const [task] = await longhand.sql`
      select last_error from graphile_worker.jobs where task_identifier = 'send-mail' and last_error is not null`;
    return task;
  });
  const session = /session-token=([^;]+)/.exec(cookie)?.[1] ?? '';
  assert.ok(session.length > 20);
  const secrets = [
    ...[
      token,
      shareToken,
      ticket,
      ticket.split('.').at(-1) ?? '',
      account.apiKey,
      account.password,
      session,
      secret,
    ],
    ...['wrong-password-1', csrfToken, 'oidc-code-0123456', 'oidc-state-0123', ...Object.values(given)],
    ...['Transcript of board meeting', longhand.databaseUrl],
  ];
  const output = longhand.output();
  for (const each of secrets) assert.ok(!output.includes(each), `${each} is in the log`);
});
