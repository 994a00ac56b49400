import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { waitFor } from '#e2e/support/wait';

test('a run that is interrupted leaves no suite behind, also one that does not end when it is asked to', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'run-suite-'));
  try {
    const pidFile = path.join(folder, 'pid');
    const suite = path.join(folder, 'deaf.test.mjs');
    const runner = path.join(folder, 'runner.mjs');
    await writeFile(
      suite,
      `import { writeFileSync } from 'node:fs';
       process.on('SIGTERM', () => {});
       writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
       setInterval(() => {}, 1000);`,
    );
    const at = (file: string) => JSON.stringify(pathToFileURL(path.resolve(file)).href);
    await writeFile(
      runner,
      `import { listenForInterruptions } from ${at('bin/interruption.mjs')};
       import { runSuite } from ${at('bin/test/run-suite.mjs')};
       listenForInterruptions();
       const bundle = { find: (source) => source, main: ${JSON.stringify(suite)}, remove: () => {} };
       await runSuite({ name: 'deaf', files: [${JSON.stringify(suite)}] }, bundle);`,
    );
    const running = spawn(process.execPath, [runner], { stdio: 'inherit' });
    const pid = await waitFor(
      'the suite',
      async () => Number(await readFile(pidFile, 'utf8').catch(() => '')) || undefined,
    );
    running.kill('SIGTERM');
    assert.deepEqual(await once(running, 'exit'), [143, null]);
    await waitFor('its end', async () => (isAlive(pid) ? undefined : true));
  } finally {
    await rm(folder, { recursive: true });
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
