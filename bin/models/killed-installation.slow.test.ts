import assert from 'node:assert/strict';
import { readdir, readFile, utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { bundleProgram } from '#e2e/support/bundle-program';
import { startModelServer } from '#e2e/support/model-server';
import { startRegistry } from '#e2e/support/package-registry';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { runNode } from '#e2e/support/run-process';
import { readSeed } from '#e2e/support/seed';
import { makeSmallModels, publishElsewhere } from '#e2e/support/small-models';
import { withEnvironment } from '#e2e/support/with-environment';
import { catalogue } from '#lib/recognition/models/catalogue';
import { readChoices } from '#lib/recognition/models/state-files';
import { findModel, modelInUse } from '#lib/recognition/models/find-models';
import { parseEnv } from '#lib/settings/env';
import { completeModels } from '#bin/models/complete-models';
import { findMissingModels } from '#bin/models/find-missing-models';
import { listModels } from '#bin/models/list-models';
import { holdModels } from '#bin/models/lock-models';

// Only with --all: kills two dozen processes.

/** When a process is killed: once so many bytes were sent to it, or before so many changes that it makes to the disk. */
type Moment = { bytes: number } | { changes: number };

/** Kills at moments of each kind, one in each part of the course. */
const kills = 12;

/** A registry and a server of releases that have the models of this machine, small ones, and the process that installs them. */
async function publish(t: TestContext) {
  const models = await findMissingModels(parseEnv({ LONGHAND_MODELS_DIR: '/nowhere' }));
  const { sources, packages, assets } = makeSmallModels(models);
  const published = catalogue.map(({ name, sources: before }) => [name, before] as const);
  publishElsewhere(sources);
  t.after(() => publishElsewhere(Object.fromEntries(published)));

  let sent = 0;
  let killAt = Infinity;
  let kill = () => {};
  const send = async (response: ServerResponse, content: Buffer) => {
    response.setHeader('content-length', content.length);
    response.flushHeaders();
    for (let start = 0; start < content.length && !response.destroyed; start += 512) {
      const part = content.subarray(start, start + 512);
      await new Promise((resolve) => response.write(part, resolve));
      sent += part.length;
      if (sent >= killAt) kill();
    }
    response.end();
  };
  const registry = await startRegistry(t, packages);
  registry.answer = ({ url = '' }, response) => {
    const found = packages.find(({ published: { name } }) => url.includes(`/${name}/-/`));
    if (found !== undefined) void send(response, found.tarball);
    return found !== undefined;
  };
  const server = await startModelServer(t);
  server.behavior.answer = ({ url = '' }, response) => {
    const content = assets.get(url.slice(1));
    if (content !== undefined) void send(response, content);
    return content !== undefined;
  };

  const program = await bundleProgram('e2e/support/run-complete-models.ts');
  /** Runs the installation of a service in this folder, and kills it there; gives what it printed. */
  const run = async (folder: string, moment?: Moment) => {
    const count = moment !== undefined && 'changes' in moment ? [String(moment.changes)] : [];
    const child = runNode([program, JSON.stringify(sources), ...count], environmentOf(folder));
    sent = 0;
    killAt = moment !== undefined && 'bytes' in moment ? moment.bytes : Infinity;
    kill = () => child.kill('SIGKILL');
    const { code, output } = await child.ended;
    return { wasKilled: code === null, output, sent };
  };
  const environmentOf = (folder: string) => ({
    ...registry.environment,
    npm_config_cache: path.join(folder, 'npm'),
    LONGHAND_MODELS_DIR: path.join(folder, 'models'),
    LONGHAND_MODELS_URL: server.baseUrl,
    LONGHAND_MODEL: '',
  });
  /** Completes the installation in this process, as the next start does. */
  const complete = (folder: string) => {
    killAt = Infinity;
    const environment = environmentOf(folder);
    return withEnvironment(environment, () =>
      completeModels(parseEnv(process.env), new AbortController().signal),
    );
  };
  return { names: models.map(({ name }) => name), run, complete };
}

/** Asserts that a service finds whole models only in this folder, and files that it can read. */
async function assertWorks(modelsDir: string): Promise<void> {
  const entries = await readdir(modelsDir).catch(() => []);
  for (const name of entries.filter((one) => !one.startsWith('.'))) {
    assert.ok(await findModel(modelsDir, name), `${name} is a whole model`);
  }
  for (const name of entries.filter((one) => /^\.[a-z-]+\.json$/.test(one))) {
    // Throws where it is no JSON.
    JSON.parse(await readFile(path.join(modelsDir, name), 'utf8'));
  }
  const inUse = (await modelInUse(modelsDir, undefined))?.manifest.name;
  assert.equal(inUse, (await readChoices(modelsDir)).recognizer);
  const lines = await listModels(parseEnv({ LONGHAND_MODELS_DIR: modelsDir }));
  assert.match(lines.join('\n'), new RegExp(`^${inUse ?? 'pocketsphinx'} +in use`, 'm'));
}

/** Makes what lies about in the folder as old as it is for a start on another day. */
async function letGrowOld(modelsDir: string): Promise<void> {
  for (const name of await readdir(modelsDir).catch(() => [])) {
    await utimes(path.join(modelsDir, name), new Date(0), new Date(0));
  }
}

test('an installation in the background that is killed at any moment leaves whole models, and the next start completes it', async (t) => {
  const random = randomFrom(readSeed('LONGHAND_TEST_KILL_SEED'));
  const { names, run, complete } = await publish(t);
  t.mock.method(process.stderr, 'write', () => true);
  const whole = await run(await makeTestFolder(t));
  const changes = Number(/^(\d+) changes$/m.exec(whole.output)?.[1]);
  assert.ok(changes > 0 && whole.sent > 0, whole.output);

  const moments = Array.from({ length: kills }, (_, i): Moment[] => {
    const choose = (all: number) => 1 + Math.floor(((i + random()) / kills) * (all - 1));
    return [{ bytes: choose(whole.sent) }, { changes: choose(changes) }];
  }).flat();
  for (const moment of moments) {
    const folder = await makeTestFolder(t);
    const modelsDir = path.join(folder, 'models');
    const { wasKilled, output } = await run(folder, moment);
    assert.ok(wasKilled, `${JSON.stringify(moment)}: ${output}`);
    await assertWorks(modelsDir);
    if (random() < 0.3) {
      await run(folder, { changes: 1 + Math.floor(random() * 20) });
      await assertWorks(modelsDir);
    }
    await letGrowOld(modelsDir);
    await complete(folder);
    await assertWorks(modelsDir);
    // The last kill may have been between the last model and the release of the lock.
    await holdModels(modelsDir, new AbortController().signal, async () => {});
    const about = ['.downloads', '.in-use.json', '.set-up.json'];
    assert.deepEqual((await readdir(modelsDir)).toSorted(), [...about, ...names].toSorted());
    assert.deepEqual(await readdir(path.join(modelsDir, '.downloads')), []);
  }
});
