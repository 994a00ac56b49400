import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gauge } from 'prom-client';
import { askServer } from '#e2e/support/ask-server';
import { parseMetrics, sumSamples } from '#e2e/support/read-metrics';
import {
  countApiRequest,
  countCallbackAttempt,
  countTranscribed,
  metrics,
  observeJobWait,
} from '#lib/metrics/metrics';
import { createMetricsServer } from '#lib/metrics/serve-metrics';

async function readOwn() {
  return parseMetrics(await metrics().registry.metrics());
}

test('attempts of callbacks are counted by what came of them', async () => {
  for (const status of [200, 204, 302, 404, 503, undefined]) countCallbackAttempt(status);
  const samples = await readOwn();
  const count = (result: string) => sumSamples(samples, 'longhand_callback_attempts_total', { result });
  assert.deepEqual([count('delivered'), count('rejected'), count('no_answer')], [2, 3, 1]);
});

test('the real-time factor is work per recording, and is left out where it was not measured', async () => {
  countTranscribed({ engine: 'sherpa', speed: 4 });
  countTranscribed({ engine: 'sherpa', speed: null });
  const samples = await readOwn();
  assert.equal(sumSamples(samples, 'longhand_recognition_real_time_factor_sum', { engine: 'sherpa' }), 0.25);
  assert.equal(sumSamples(samples, 'longhand_recognition_real_time_factor_count', { engine: 'sherpa' }), 1);
  assert.equal(sumSamples(samples, 'longhand_jobs_ended_total', { result: 'transcribed' }), 2);
});

test('a job that a fast clock dates ahead has waited for no time', async () => {
  observeJobWait(-1);
  assert.equal(sumSamples(await readOwn(), 'longhand_job_wait_seconds_sum'), 0);
});

test('the server brings gauges up to date, answers at /metrics alone, and only who reads', async () => {
  countApiRequest('getJob', { status: 404, seconds: 0.02 });
  let refreshed = 0;
  const refresh = async () => {
    refreshed += 1;
  };
  const ask = (path: string, method?: string) =>
    askServer(createMetricsServer({ refresh: [refresh] }), path, method);
  const answer = await ask('/metrics');
  assert.match(answer.headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
  const labels = { operation: 'getJob', status: '404' };
  assert.equal(sumSamples(parseMetrics(answer.text), 'longhand_api_requests_total', labels), 1);
  assert.equal(refreshed, 1);
  assert.equal((await ask('/')).status, 404);
  assert.equal((await ask('/metrics', 'POST')).status, 405);
  assert.equal(refreshed, 1);
});

test('a gauge that has nothing to tell is left out', async () => {
  const gauge = new Gauge({ name: 'untold_seconds', help: 'x', registers: [metrics().registry] });
  gauge.set(Number.NaN);
  const { text } = await askServer(createMetricsServer({}), '/metrics');
  const samples = parseMetrics(text).filter(({ name }) => name === 'untold_seconds');
  gauge.set(2);
  const told = parseMetrics((await askServer(createMetricsServer({}), '/metrics')).text);
  metrics().registry.removeSingleMetric('untold_seconds');
  assert.deepEqual(samples, []);
  assert.equal(sumSamples(told, 'untold_seconds'), 2);
});
