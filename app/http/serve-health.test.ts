import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { isForHealth, serveHealth } from '#app/http/serve-health';
import { askServer, type ServerAnswer } from '#e2e/support/ask-server';
import type { Readiness } from '#lib/health/read-readiness';

const ok = { status: 'ok' } as const;
const ready: Readiness = {
  status: 'ok',
  checks: { database: ok, migrations: ok, storage: ok, disk: ok, worker: ok, recognition: ok },
};
const unready: Readiness = {
  status: 'failed',
  checks: { ...ready.checks, worker: { status: 'failed', reason: 'No worker is running.' } },
};

function ask(path: string, { readiness = ready, method = 'GET' } = {}): Promise<ServerAnswer> {
  const server = createServer((request, response) => {
    void serveHealth(request, response, () => Promise.resolve(readiness));
  });
  return askServer(server, path, method);
}

test('only the two paths ask how the service is', () => {
  for (const url of ['/healthz', '/readyz', '/readyz/', '/healthz?x=1'])
    assert.ok(isForHealth({ url } as never));
  for (const url of ['/', '/healthzz', '/v1/healthz', '/healthz/x'])
    assert.ok(!isForHealth({ url } as never));
});

test('the process is healthy whatever the service lacks', async () => {
  const answer = await ask('/healthz', { readiness: unready });
  assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { status: 'ok' }]);
});

test('a service that lacks something is answered with 503, and what it is', async () => {
  const fine = await ask('/readyz');
  assert.deepEqual([fine.status, JSON.parse(fine.text)], [200, ready]);
  const answer = await ask('/readyz', { readiness: unready });
  assert.deepEqual([answer.status, JSON.parse(answer.text)], [503, unready]);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
});

test('HEAD is answered with the status alone, and what would change something with 405', async () => {
  const head = await ask('/readyz', { readiness: unready, method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [503, '']);
  const post = await ask('/readyz', { method: 'POST' });
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
});
