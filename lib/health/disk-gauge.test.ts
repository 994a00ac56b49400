import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { parseMetrics, sumSamples } from '#e2e/support/read-metrics';
import { createDiskGauge } from '#lib/health/disk-gauge';

test('the free space is shown, and has no value while it can’t be read', async () => {
  const registry = new Registry();
  let isThere = true;
  const refresh = createDiskGauge(registry, async () => {
    if (!isThere) throw new Error('no disk');
    return 7;
  });
  const read = async () => {
    await refresh();
    return sumSamples(parseMetrics(await registry.metrics()), 'longhand_disk_free_bytes');
  };
  assert.equal(await read(), 7);
  isThere = false;
  assert.equal(await read(), undefined);
});
