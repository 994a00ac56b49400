import assert from 'node:assert/strict';
import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { measureMachine } from './measure-machine';

test('the time of all cores is told apart into busy and idle', (t) => {
  const core = (seconds: number, idle: number) => ({
    model: 'any',
    speed: 0,
    times: { user: seconds * 500, nice: 0, sys: seconds * 250, irq: seconds * 250, idle: idle * 1000 },
  });
  let cores = [core(100, 100), core(50, 150)];
  t.mock.method(os, 'cpus', () => cores);
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const end = measureMachine();
  cores = [core(160, 140), core(80, 220)];
  assert.deepEqual(end(), { busyMinutes: 1.5, idleShare: 0.55 });
});
