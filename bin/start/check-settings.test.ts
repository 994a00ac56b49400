import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Env } from '#lib/settings/env';
import { checkMetricsPorts } from './check-settings';

const at = { port: 3000, giveUpAt: 0 };

function check(
  port: number,
  { workers = 1, role = 'all' }: Partial<Pick<Env, 'workers' | 'role'>> = {},
): Promise<void> {
  return checkMetricsPorts({ metrics: { host: '127.0.0.1', port }, workers, role }, at);
}

test('without a port for metrics nothing is checked', async () => {
  await checkMetricsPorts({ metrics: undefined, workers: 1, role: 'all' }, at);
});

test('the web server and each worker need a port, and none is the site’s', async () => {
  await assert.rejects(check(2998, { workers: 2 }), /overlaps with PORT: .* 2998 to 3000/);
  await assert.rejects(check(3000), /overlaps with PORT/);
  await assert.rejects(check(65_535), /invalid ports: .* 65535 to 65536/);
});

test('a part of the service needs the ports of its own processes', async () => {
  await assert.rejects(check(3000, { role: 'web' }), /overlaps with PORT: .* 3000 to 3000/);
  await assert.rejects(check(2998, { workers: 2, role: 'worker' }), /overlaps with PORT: .* 2999 to 3000/);
  await check(2999, { role: 'web' });
});

test('a port that another program has is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const { port } = other.address() as AddressInfo;
  try {
    await assert.rejects(check(port), new RegExp(`LONGHAND_METRICS_PORT: port ${port} of 127\\.0\\.0\\.1`));
    await assert.rejects(check(port - 1), /LONGHAND_METRICS_PORT/);
  } finally {
    other.close();
  }
});
