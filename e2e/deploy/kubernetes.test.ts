import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from '#lib/settings/env';
import { listKnownVariables } from './list-known-variables';
import { readManifests, type Manifest } from './read-manifests';

/* deploy/kubernetes, without a cluster. */

const manifests = readManifests();

function find(kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata?.name === name);
  assert.ok(found, `${kind} ${name}`);
  return found;
}

/** What a ConfigMap holds, or the example of the secret. */
function readData(kind: 'ConfigMap' | 'Secret'): Record<string, string> {
  const { data, stringData } = find(kind, 'longhand');
  return (data ?? stringData) as Record<string, string>;
}

interface Container {
  image: string;
  args: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
}

interface Workload {
  spec: {
    selector?: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[]; terminationGracePeriodSeconds?: number };
    };
  };
}

const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as (Manifest &
  Workload)[];

/** The model of a kind, from the package that has its group, with the check by the schema. */
async function loadModel({ apiVersion, kind }: Manifest) {
  const from = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  const models = (await import(`${from}/${apiVersion}/${kind}`)) as Record<
    string,
    new (data: object) => { validate: () => void }
  >;
  const Model = models[kind];
  assert.ok(Model, `${apiVersion} ${kind}`);
  return Model;
}

test('every object is what the schema of its kind asks for', async () => {
  const objects = manifests.filter(({ kind }) => kind !== 'Kustomization');
  assert.ok(objects.length > 12);
  for (const { file, ...object } of objects) {
    const Model = await loadModel({ file, ...object });
    assert.doesNotThrow(
      () => new Model(object).validate(),
      `${file}: ${object.kind} ${object.metadata?.name}`,
    );
  }
});

test('a faulty object is none', async () => {
  const { file, ...service } = find('Service', 'longhand-web');
  const Model = await loadModel({ file, ...service });
  assert.throws(() => new Model({ ...service, spec: { ports: 'http' } }).validate());
});

test('the settings of each part are sound, and every variable is one', () => {
  const config = readData('ConfigMap');
  const secret = readData('Secret');
  const known = listKnownVariables();
  // Only KEDA reads it.
  const foreign = new Set(['SCALER_DATABASE_URL']);
  for (const { spec } of workloads) {
    for (const { args, env = [] } of spec.template.spec.containers) {
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      const variables = { ...config, ...secret, ...own };
      assert.deepEqual(
        Object.keys(variables).filter((name) => !known.has(name) && !foreign.has(name)),
        [],
      );
      const role = args[0] === 'start' ? args[1] : undefined;
      const { workerTasks } = parseEnv({ ...variables, LONGHAND_ROLE: role });
      if (role === 'worker') assert.deepEqual(workerTasks.join(','), own['LONGHAND_WORKER_TASKS']);
    }
  }
});

test('some worker does each kind of work', () => {
  const tasks = workloads.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ env = [] }) => env.flatMap(({ value }) => value.split(','))),
  );
  assert.deepEqual(tasks.toSorted(), ['deliver', 'render', 'transcribe']);
});

test('ports are those on which the parts answer, and probes name them', () => {
  const data = readData('ConfigMap');
  const metrics = Number(data['LONGHAND_METRICS_PORT']);
  for (const { spec } of workloads) {
    for (const { args, ports = [] } of spec.template.spec.containers) {
      const expected = { web: [3000, metrics], worker: [metrics + 1] }[
        args[0] === 'start' ? (args[1] ?? '') : ''
      ];
      assert.deepEqual(
        ports.map(({ containerPort }) => containerPort),
        expected ?? [],
      );
    }
  }
});

test('what selects pods selects those of a deployment, and they have time to drain', () => {
  for (const { kind, spec } of workloads.filter(({ kind }) => kind === 'Deployment')) {
    assert.deepEqual(spec.selector?.matchLabels, spec.template.metadata.labels, kind);
    assert.ok((spec.template.spec.terminationGracePeriodSeconds ?? 0) > 30);
  }
  const labels = new Set(
    workloads.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/component']),
  );
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget') as unknown as Workload[];
  const chosen = budgets.map(({ spec }) => spec.selector?.matchLabels['app.kubernetes.io/component']);
  assert.deepEqual(
    chosen.filter((component) => !labels.has(component ?? '')),
    [],
  );
  assert.equal(budgets.length, 3);
});

test('the kustomization names the files of the service, and no example or job', () => {
  const { resources } = manifests.find(({ kind }) => kind === 'Kustomization') as unknown as {
    resources: string[];
  };
  const files = new Set(manifests.map(({ file }) => file));
  const apart = new Set(['kustomization.yaml', 'secret.example.yaml', 'models-job.yaml', 'upgrade-job.yaml']);
  assert.deepEqual(resources.toSorted(), [...files].filter((file) => !apart.has(file)).toSorted());
});

test('the jobs have the image of the service, and the page says to change them, too', () => {
  const { images } = manifests.find(({ kind }) => kind === 'Kustomization') as unknown as {
    images: { newName: string; newTag: string }[];
  };
  const [image] = images;
  const jobs = workloads.filter(({ kind }) => kind === 'Job');
  assert.equal(jobs.length, 2);
  const page = readFileSync('docs/deployment.md', 'utf8');
  for (const { spec, file } of jobs) {
    const [container] = spec.template.spec.containers;
    assert.equal(container?.image, `${image?.newName}:${image?.newTag}`);
    assert.match(page, new RegExp(`Set the image in [^.]*\\.yaml[^:]*\`${file}\``));
  }
});

test('the ingress takes the largest upload', () => {
  const { metadata } = find('Ingress', 'longhand');
  const data = readData('ConfigMap');
  const mebibytes = Number.parseInt(metadata?.annotations?.['nginx.org/client-max-body-size'] ?? '');
  assert.ok(mebibytes * 1024 ** 2 > Number(data['LONGHAND_MAX_UPLOAD_BYTES']));
});
