import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { makeArchive, makeTar } from '#e2e/support/make-archive';
import { describeArchive, makeCatalogueModel } from '#e2e/support/make-catalogue-model';
import { startModelServer } from '#e2e/support/model-server';
import { randomCases } from '#e2e/support/random-cases';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { noSmallDisk, smallDisk } from '#e2e/support/small-disk';
import { startSilentServer } from '#e2e/support/silent-server';
import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import { findModel, installedModels } from '#lib/recognition/models/find-models';
import { installModel } from '#lib/recognition/models/install/install-model';
import { ModelProblem } from '#lib/recognition/models/model-problem';

const never = new AbortController().signal;

/** Waits until a download has reached this length, so that a cut there loses nothing of it. */
const reached = (modelsDir: string) => (bytes: number) =>
  waitFor(`${bytes} bytes of the download`, async () => {
    const folder = path.join(modelsDir, '.downloads');
    const files = (await readdir(folder)).filter((file) => !file.endsWith('.json'));
    const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
    return bytes === 0 || sizes.some((size) => size >= bytes) ? true : undefined;
  });

const install = (modelsDir: string, model: CatalogueModel, baseUrl: string, signal = never) =>
  installModel(modelsDir, model, { baseUrl, signal });

/** Asserts that no model and nothing of one is in the folder, apart from what the next download continues. */
async function assertNothing(modelsDir: string): Promise<void> {
  assert.deepEqual(await installedModels(modelsDir), []);
  assert.deepEqual(await readdir(path.join(modelsDir, 'small-en')).catch(() => []), []);
  assert.deepEqual(await readdir(path.join(modelsDir, '.staging')).catch(() => []), []);
}

test('a published model is downloaded, unpacked and checked, and only its parts remain', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model, files } = makeCatalogueModel();
  const server = await startModelServer(t, { content: archive });
  const phases: string[] = [];
  const installed = await installModel(modelsDir, model, {
    baseUrl: server.baseUrl,
    signal: never,
    onProgress: (progress) =>
      phases.push(progress.phase === 'download' ? String(progress.done) : progress.phase),
  });
  assert.equal(server.requests[0]?.url, '/asr-models/small.tar.bz2');
  assert.deepEqual(phases.slice(-3), [String(archive.length), 'check', 'unpack']);
  assert.equal(installed.manifest.license, 'CC0-1.0');
  for (const [part, name] of Object.entries(model.sources[0].parts)) {
    assert.deepEqual(await readFile(installed.paths[part] ?? ''), files[name], part);
  }
  const names = (await readdir(path.join(modelsDir, 'small-en'))).toSorted();
  assert.deepEqual(names, [...Object.keys(files), 'model.json'].toSorted());
  assert.deepEqual(await readdir(path.join(modelsDir, '.downloads')), []);
});

test('a model that is there and sound is not downloaded again, and a damaged one is', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, { content: archive });
  const { paths } = await install(modelsDir, model, server.baseUrl);
  await install(modelsDir, model, server.baseUrl);
  assert.equal(server.requests.length, 1);
  const decoder = paths['decoder'] ?? '';
  await writeFile(decoder, Buffer.alloc((await readFile(decoder)).length));
  await install(modelsDir, model, server.baseUrl);
  assert.equal(server.requests.length, 2);
  assert.ok(await findModel(modelsDir, model.name));
});

test('a download that is cut at any byte, again and again, is continued and ends as the same model', async (t) => {
  const { archive, model } = makeCatalogueModel({ bytes: 200_000 });
  const anyCut = fc.integer({ min: 0, max: archive.length - 1 });
  const anyHeaders = fc.constantFrom<Record<string, string>[]>(
    { etag: '"1"' },
    { etag: 'W/"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
    { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
    {},
  );
  const property = async (cuts: number[], headers: Record<string, string>) => {
    const modelsDir = await makeTestFolder(t);
    const beforeCut = reached(modelsDir);
    const server = await startModelServer(t, { content: archive, headers, cuts: [...cuts], beforeCut });
    // A call that gives up leaves what is there to the next.
    let installed;
    for (let calls = 0; installed === undefined && calls <= cuts.length + 5; calls++) {
      installed = await install(modelsDir, model, server.baseUrl).catch((error: unknown) => {
        assert.ok(error instanceof ModelProblem, String(error));
        return undefined;
      });
    }
    assert.equal(installed?.manifest.name, model.name);
    let have = 0;
    for (const [index, { headers: asked }] of server.requests.entries()) {
      assert.equal(asked.range, have === 0 ? undefined : `bytes=${have}-`);
      have += cuts[index] ?? 0;
    }
    await rm(modelsDir, { recursive: true });
  };
  const cutsAndHeaders = fc.asyncProperty(
    fc.array(anyCut, { minLength: 1, maxLength: 3 }),
    anyHeaders,
    property,
  );
  await fc.assert(cutsAndHeaders, { numRuns: randomCases(40), endOnFailure: true });
});

test('a server without ranges sends everything again', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, {
    content: archive,
    ranges: false,
    cuts: [20_000],
    beforeCut: reached(modelsDir),
  });
  await install(modelsDir, model, server.baseUrl);
  assert.equal(server.requests.length, 2);
  assert.equal(server.requests[1]?.headers['if-range'], '"1"');
});

for (const headers of [{ etag: '"1"' }, {}]) {
  const how = 'etag' in headers ? 'with' : 'without';
  test(`a file that was replaced on a server ${how} entity tags between two attempts is not mixed with the old one`, async (t) => {
    const modelsDir = await makeTestFolder(t);
    const { archive, model } = makeCatalogueModel();
    const old = randomBytes(archive.length);
    const server = await startModelServer(t, {
      content: old,
      headers,
      cuts: [20_000],
      beforeCut: reached(modelsDir),
    });
    server.behavior.answer = ({ headers: asked }) => {
      if (asked.range !== undefined) {
        server.behavior.content = archive;
        if ('etag' in headers) server.behavior.headers = { etag: '"2"' };
      }
      return false;
    };
    await install(modelsDir, model, server.baseUrl);
  });
}

test('a redirection is followed, and one without end is not', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, { content: archive });
  server.behavior.answer = (request, response) => {
    if (request.url === '/elsewhere') return false;
    response.writeHead(302, { location: '/elsewhere' }).end();
    return true;
  };
  await install(modelsDir, model, server.baseUrl);
  server.behavior.answer = (_, response) => {
    response.writeHead(302, { location: '/again' }).end();
    return true;
  };
  const other = await makeTestFolder(t);
  await assert.rejects(install(other, model, server.baseUrl), /redirects endlessly/);
});

test('a download with another checksum is refused, and nothing of it is left', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, {
    content: Buffer.concat([archive.subarray(1), Buffer.from('x')]),
  });
  await assert.rejects(install(modelsDir, model, server.baseUrl), (error: Error) => {
    assert.match(error.message, /checksum.*Nothing was installed/);
    return error instanceof ModelProblem;
  });
  await assertNothing(modelsDir);
  assert.deepEqual(await readdir(path.join(modelsDir, '.downloads')), []);
});

test('a file that is missing, of another length or refused is said to be so in one line', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, { content: archive });
  const answers: Array<[number, RegExp]> = [
    [404, /doesn't exist \(404\)/],
    [503, /returned 503/],
  ];
  for (const [status, message] of answers) {
    server.behavior.answer = (_, response) => {
      response.writeHead(status).end();
      return true;
    };
    await assert.rejects(install(modelsDir, model, server.baseUrl), message);
  }
  delete server.behavior.answer;
  server.behavior.content = archive.subarray(0, 1000);
  await assert.rejects(install(modelsDir, model, server.baseUrl), /1000 bytes\) instead of/);
  await assertNothing(modelsDir);
});

test('without a network it ends with one line', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { model } = makeCatalogueModel();
  const silent = await startSilentServer();
  t.after(() => silent.stop());
  await assert.rejects(
    install(modelsDir, model, `http://127.0.0.1:${silent.port}`),
    /took too long|timed out/,
  );
  silent.stop();
  await assert.rejects(
    install(modelsDir, model, `http://127.0.0.1:${silent.port}`),
    /refused the connection/,
  );
  await assert.rejects(
    // Longer than a part of a name can be: no name server is asked.
    install(modelsDir, model, `http://${'a'.repeat(64)}.invalid`),
    /Host not found|DNS lookup failed/,
  );
  await assertNothing(modelsDir);
});

test('an installation that is interrupted leaves no model, and the next one continues it', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, { content: archive });
  const interruption = new AbortController();
  const stopped = installModel(modelsDir, model, {
    baseUrl: server.baseUrl,
    signal: interruption.signal,
    onProgress: () => interruption.abort(new Error('stopped')),
  });
  await assert.rejects(stopped, /stopped/);
  await assertNothing(modelsDir);
  await install(modelsDir, model, server.baseUrl);
});

test('an interruption while it is unpacked leaves no model', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  const server = await startModelServer(t, { content: archive });
  const interruption = new AbortController();
  const stopped = installModel(modelsDir, model, {
    baseUrl: server.baseUrl,
    signal: interruption.signal,
    onProgress: ({ phase }) => {
      if (phase === 'unpack') interruption.abort(new Error('stopped'));
    },
  });
  await assert.rejects(stopped, /stopped/);
  await assertNothing(modelsDir);
});

test('a path that leads out of the archive is refused, and nothing is written there', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const outside = path.join(tmpdir(), `longhand-outside-${process.pid}`);
  const paths = ['../outside', 'some-folder/../../outside', outside];
  for (const bad of paths) {
    const { archive, model } = makeCatalogueModel({
      entries: (all) => [...all, { path: bad, content: Buffer.from('bad') }],
    });
    const server = await startModelServer(t, { content: archive });
    await assert.rejects(install(modelsDir, model, server.baseUrl), /path outside of itself/, bad);
    await assertNothing(modelsDir);
  }
  await assert.rejects(access(outside));
  await assert.rejects(access(path.join(modelsDir, 'outside')));
});

test('a part that is a link, or is missing, is no part', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel({
    entries: (all) => [...all.slice(1), { path: 'some-folder/encoder.onnx', linkTo: '/etc/passwd' }],
  });
  const server = await startModelServer(t, { content: archive });
  await assert.rejects(install(modelsDir, model, server.baseUrl), /has no encoder\.onnx/);
  await assertNothing(modelsDir);
});

test('an archive that is damaged is refused, whatever is wrong with it', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const entries = [{ path: 'some-folder/encoder.onnx', content: randomBytes(50_000) }];
  const whole = makeArchive(entries);
  const damaged = [
    whole.subarray(0, whole.length / 2),
    Buffer.from('BZh9 is no archive'),
    randomBytes(3000),
    makeTar(entries).subarray(0, 20_000),
    Buffer.from('x'),
  ];
  for (const archive of damaged) {
    const server = await startModelServer(t, { content: archive });
    await assert.rejects(install(modelsDir, describeArchive(archive), server.baseUrl), ModelProblem);
    await assertNothing(modelsDir);
  }
});

test('a model that has no room is not begun, and a disk that fills up meanwhile is left as it was', async (t) => {
  const disk = smallDisk(t, 1000);
  if (disk === undefined) {
    t.skip(noSmallDisk);
    return;
  }
  const modelsDir = path.join(disk, 'models');
  await mkdir(modelsDir);
  const large = makeCatalogueModel({ bytes: 900_000 });
  const server = await startModelServer(t, { content: large.archive });
  await assert.rejects(
    install(modelsDir, large.model, server.baseUrl),
    /^ModelProblem: Not enough disk space for small-en: about \d\.\d MB needed, 1\.0 MB free in /,
  );
  assert.equal(server.requests.length, 0);

  const small = makeCatalogueModel({ bytes: 300_000 });
  server.behavior.content = small.archive;
  const filler = path.join(disk, 'filler');
  server.behavior.answer = () => {
    writeFileSync(filler, Buffer.alloc(800_000));
    return false;
  };
  await assert.rejects(install(modelsDir, small.model, server.baseUrl), /disk is full/);
  await assertNothing(modelsDir);
  assert.deepEqual(await readdir(path.join(modelsDir, '.downloads')), []);
});

test('a disk that fills up while the model is unpacked leaves no model', async (t) => {
  const disk = smallDisk(t, 1000);
  if (disk === undefined) {
    t.skip(noSmallDisk);
    return;
  }
  const modelsDir = path.join(disk, 'models');
  await mkdir(modelsDir);
  const { archive, model } = makeCatalogueModel({ bytes: 300_000 });
  const server = await startModelServer(t, { content: archive });
  const failing = installModel(modelsDir, model, {
    baseUrl: server.baseUrl,
    signal: never,
    onProgress: ({ phase }) => {
      if (phase === 'unpack') writeFileSync(path.join(disk, 'filler'), Buffer.alloc(550_000));
    },
  });
  await assert.rejects(failing, /disk is full/);
  await assertNothing(modelsDir);
});
