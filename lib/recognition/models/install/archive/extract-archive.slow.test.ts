import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeArchive, makeTar, type ArchiveEntry } from '#e2e/support/make-archive';
import { noSmallDisk, smallDisk } from '#e2e/support/small-disk';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { addModel } from '#lib/recognition/models/install/add-model';
import { archiveLimits } from '#lib/recognition/models/install/archive/archive-limits';
import { extractArchive } from '#lib/recognition/models/install/archive/extract-archive';
import { ModelProblem } from '#lib/recognition/models/model-problem';

const { signal } = new AbortController();

/** Takes everything out of an archive with these limits; answers what is there then, or what was wrong. */
async function extract(
  t: TestContext,
  archive: Buffer,
  limits: Partial<typeof archiveLimits> = {},
): Promise<string[] | string> {
  const folder = await makeTestFolder(t);
  const file = path.join(folder, 'archive');
  await writeFile(file, archive);
  const into = path.join(folder, 'into');
  try {
    await extractArchive(file, {
      ...{ into, signal, limits: { ...archiveLimits, ...limits } },
      getTarget: (inside) => inside,
    });
  } catch (error) {
    assert.ok(error instanceof ModelProblem, String(error));
    return error.message;
  }
  return readdir(into, { recursive: true });
}

const entry = (name: string, bytes = 1): ArchiveEntry => ({ path: name, content: Buffer.alloc(bytes) });

test('an archive with too many files, or too long a path, is refused', async (t) => {
  const many = gzipSync(makeTar(Array.from({ length: 11 }, (_, n) => entry(`${n}.onnx`))));
  assert.match(
    String(await extract(t, many, { entries: 10 })),
    /^The archive has more than 10 files\. Nothing/,
  );
  assert.equal((await extract(t, many, { entries: 11 })).length, 11);
  const nested = gzipSync(makeTar([entry('a/b/c/d.onnx')]));
  assert.match(String(await extract(t, nested, { pathBytes: 11 })), /path that is too long/);
  assert.match(String(await extract(t, nested, { nameBytes: 5 })), /path that is too long/);
});

test('one that is much larger unpacked than packed is refused while it is unpacked, wherever the bytes are', async (t) => {
  const tar = makeTar([entry('README.md', 3_000_000), entry('model.onnx')]);
  for (const bomb of [gzipSync(tar), makeArchive([entry('README.md', 3_000_000)])]) {
    assert.match(
      String(await extract(t, bomb, { smallBytes: 1_000_000 })),
      /unpacked, which is too large for a model/,
    );
    assert.equal((await extract(t, bomb, { smallBytes: 4_000_000 }))[0], 'README.md');
  }
  assert.match(String(await extract(t, tar, { bytes: 2_000_000 })), /has more than 2\.0 MB unpacked/);
});

test('a file that has no room is refused before anything of it is written', async (t) => {
  const disk = smallDisk(t, 2000);
  if (disk === undefined) return t.skip(noSmallDisk);
  const file = path.join(await makeTestFolder(t), 'model.tar.gz');
  await writeFile(file, gzipSync(makeTar([entry('model/encoder.onnx', 3_000_000)])));
  const into = path.join(disk, 'into');
  await assert.rejects(extractArchive(file, { into, signal, getTarget: (inside) => path.basename(inside) }), {
    code: 'ENOSPC',
  });
  assert.deepEqual(await readdir(into), []);
  await rm(into, { recursive: true });
  await assert.rejects(addModel(disk, file, { hints: {}, signal }), /^ModelProblem: The disk is full/);
  assert.deepEqual(await readdir(disk), [], 'nothing is left of it');
});

test('sparse files of GNU tar are refused', async (t) => {
  const folder = await makeTestFolder(t);
  await writeFile(path.join(folder, 'model.onnx'), 'x');
  await truncate(path.join(folder, 'model.onnx'), 50_000_000);
  const options = ['--sparse', '--format=posix', '-C', folder, '-cf', '-', 'model.onnx'];
  const { stdout } = spawnSync('tar', options, { maxBuffer: 1e6 });
  assert.ok(stdout.length < 100_000);
  assert.match(String(await extract(t, stdout)), /sparse files/);
});
