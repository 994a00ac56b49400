import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { collectDefaultMetrics } from 'prom-client';
import { createDiskGauge } from '#lib/health/disk-gauge';
import { createServiceGauges } from '#lib/health/service-gauges';
import { createMetrics } from '#lib/metrics/metrics';

/* The files that operators give to Prometheus and Grafana ask for metrics that exist, by labels that they have. */

const { registry } = createMetrics();
createServiceGauges(registry);
createDiskGauge(registry);
collectDefaultMetrics({ register: registry });
const known = registry.getMetricsAsArray() as unknown as {
  name: string;
  type: string;
  labelNames?: string[];
}[];

/** The names under which Prometheus has the samples of a metric. */
const sampleNames = new Set(
  known.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

function findNames(text: string): string[] {
  return [...new Set(text.match(/\b(?:longhand|nodejs|process)_\w+/g))];
}

function assertKnown(names: string[]): void {
  assert.ok(names.length > 5, 'metrics are named');
  assert.deepEqual(
    names.filter((name) => !sampleNames.has(name)),
    [],
  );
}

test('every metric of the alert rules is in the registry', async () => {
  const rules = await readFile('deploy/prometheus/alerts.yml', 'utf8');
  assertKnown(findNames(rules));
  assert.ok((await readFile('deploy/prometheus/prometheus.yml', 'utf8')).includes('alerts.yml'));
});

test('every metric of the dashboard is in the registry', async () => {
  const text = await readFile('deploy/grafana/longhand.json', 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  assert.ok(panels.length > 0 && expressions.every((expr) => findNames(expr).length > 0));
  assertKnown(findNames(expressions.join('\n')));
});

test('the operators’ page has each of our metrics, and none that does not exist', async () => {
  const page = await readFile('docs/operations.md', 'utf8');
  const ours = known.map(({ name }) => name).filter((name) => name.startsWith('longhand_'));
  const told = [...page.matchAll(/^\| `(longhand_\w+)`/gm)].map(([, name = '']) => name);
  assert.deepEqual(told.toSorted(), ours.toSorted());
});

test('no label names an account, a job, a file or an address', () => {
  const allowed = ['check', 'engine', 'kind', 'operation', 'result', 'source', 'state', 'status'];
  const ours = known.filter(({ name }) => name.startsWith('longhand_'));
  const labels = new Set(ours.flatMap(({ labelNames = [] }) => labelNames));
  assert.deepEqual([...labels].toSorted(), allowed);
});
