import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { listPackagesToRun } from '#bin/set-up-tools.mjs';
import { listKnownVariables } from './list-known-variables';

/* deploy/Dockerfile and the units of systemd, without an engine that runs them. */

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

test('the image has the tools that the set-up would install, and tini', () => {
  const [, list = ''] =
    /apt-get install --yes --no-install-recommends \\\n([\s\S]*?)&&/.exec(dockerfile) ?? [];
  const installed = list.split(/[\s\\]+/).filter(Boolean);
  assert.deepEqual(installed.toSorted(), [...new Set([...listPackagesToRun(), 'tini'])].toSorted());
});

test('both stages are of one pinned Node.js, since builds are bound to it', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  assert.equal(bases.length, 2);
  assert.equal(new Set(bases).size, 1);
  assert.match(bases[0] ?? '', /^node:\d+\.\d+\.\d+-bookworm-slim$/);
});

test('it runs as a user without rights, in the folder of the build', () => {
  assert.match(dockerfile, /^USER 10001:10001$/m);
  assert.equal(dockerfile.match(/^WORKDIR \/srv\/longhand$/gm)?.length, 2);
  assert.doesNotMatch(dockerfile.slice(dockerfile.indexOf('USER 10001')), /^(RUN|COPY)/m);
});

test('every setting that the image and the units name is one', () => {
  const units = ['longhand.service', 'longhand-worker@.service'].map((name) =>
    readFileSync(`deploy/systemd/${name}`, 'utf8'),
  );
  const named = [dockerfile, ...units].flatMap(
    (text) => text.match(/\b(?:LONGHAND_\w+|HOST|PORT)(?==)/g) ?? [],
  );
  const known = listKnownVariables();
  assert.ok(named.length > 4);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test('the command for systemd runs with the user, the folder and the settings of the service', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-systemd-'));
  try {
    writeFileSync(path.join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const { stdout } = spawnSync('deploy/systemd/longhand', ['account', 'create', 'two words'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:/usr/bin:/bin` },
    });
    const words = stdout.trimEnd().split('\n');
    assert.deepEqual(words.slice(-5), ['/usr/bin/node', 'bin/cli.mjs', 'account', 'create', 'two words']);
    const unit = readFileSync('deploy/systemd/longhand.service', 'utf8');
    const settings = [
      ...unit.matchAll(/^(User|Group|WorkingDirectory|Environment|EnvironmentFile|UMask)=(.+)$/gm),
    ];
    assert.equal(settings.length, 8);
    const expected = settings.map(([line, name = '', value]) => {
      if (name === 'User') return `--uid=${value}`;
      if (name === 'Group') return `--gid=${value}`;
      if (name === 'WorkingDirectory') return `--working-directory=${value}`;
      return name === 'Environment' ? `--setenv=${value}` : `--property=${line}`;
    });
    assert.deepEqual(
      expected.filter((word) => !words.includes(word)),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('no document runs a command in a second container on the data of the first', () => {
  for (const file of ['docs/deployment.md', 'deploy/Dockerfile']) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /docker run.+\b(account|backup|restore)\b/, file);
  }
});
