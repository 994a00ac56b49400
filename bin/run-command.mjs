import path from 'node:path';
import { listenForInterruptions } from './interruption.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { setUpPackages } from './set-up-packages.mjs';
import { areProgramsCurrent, buildPrograms, importProgram } from './build-programs.mjs';
import { loadTypeScript } from './load-typescript.mjs';

const usage =
  'Usage: node bin/cli.mjs start | build | test | verify | messages | account | models | backup | restore | bench | faults';

/**
 * Runs one of Longhand's commands. A `Stop` ends the process with its message and exit code 1.
 * @param {string[]} parameters
 */
export async function runCommand([command, ...rest]) {
  process.chdir(path.dirname(import.meta.dirname));
  // A closed terminal must not end this process before its children.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  listenForInterruptions({ isService: command === 'start' });
  try {
    switch (command) {
      case 'start': {
        const { start } = await import('./start.mjs');
        await start(rest);
        break;
      }
      case 'build': {
        // Prepares everything that a start needs, for images.
        await setUpPackages('run');
        const { buildIfChanged } = await import('./build-if-changed.mjs');
        await buildPrograms();
        return await buildIfChanged();
      }
      case 'test': {
        const { test } = await import('./test.mjs');
        return await test(rest);
      }
      case 'verify': {
        await setUpPackages('test');
        const { verify } = await import('./verify.mjs');
        const results = (await verify()).flatMap((report) => report.results);
        const failed = results.filter(({ outcome }) => outcome === 'failed').length;
        console.log(`${results.length - failed} passed, ${failed} failed`);
        process.exitCode = failed > 0 ? 1 : 0;
        return;
      }
      case 'account': {
        /** @type {typeof import('./account.js')} */
        const { account } = await loadCommand('bin/account');
        return await account(rest);
      }
      case 'models': {
        /** @type {typeof import('./models.js')} */
        const { models } = await loadCommand('bin/models');
        return await models(rest);
      }
      case 'backup': {
        /** @type {typeof import('./backup/backup.js')} */
        const { backup } = await loadCommand('bin/backup/backup');
        return await backup(rest);
      }
      case 'restore': {
        /** @type {typeof import('./backup/restore.js')} */
        const { restore } = await loadCommand('bin/backup/restore');
        return await restore(rest);
      }
      case 'messages': {
        if (rest[0] === 'wording') {
          await setUpPackages('test');
          const { listWording } = await import('./messages/list-wording.mjs');
          for (const line of await listWording()) console.log(line);
          return;
        }
        await setUpPackages('run');
        const { compileMessages } = await import('./messages/compile-messages.mjs');
        return await compileMessages();
      }
      case 'bench': {
        const { bench } = await import('./bench.mjs');
        return await bench(rest);
      }
      case 'faults': {
        const { faults } = await import('./bench.mjs');
        return await faults(rest);
      }
      case undefined:
      default:
        throw new Stop(usage);
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    printLine(error.message);
    process.exitCode = 1;
  }
  // An abandoned step may still wait for an unresponsive database.
  if (command === 'start') process.exit();
}

/**
 * Imports a command: the built program, which starts fast, or the source if it has changed since. Never builds, as a
 * running service may use the build. Installs missing packages.
 * @param {string} name such as `bin/account`
 */
async function loadCommand(name) {
  await setUpPackages('run');
  if (areProgramsCurrent()) return importProgram(name);
  await loadTypeScript();
  return import(`../${name}.js`);
}
