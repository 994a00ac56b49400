import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '#e2e/support/wait';
import { printLine, step, Stop } from '#bin/cli-output.mjs';
import { findProgram } from '#bin/find-program.mjs';
import { listenForInterruptions, onInterruption } from '#bin/interruption.mjs';
import { listFiles } from '#bin/list-files.mjs';
import { buildImage, type Image } from './build-image';
import { parseDockerfile } from './parse-dockerfile';
import { startContainer, type Container } from './start-container';

/*
 * `npm run image`, as root: makes the image of deploy/Dockerfile in a folder and runs the service there, without an engine. Its
 * base is made of Debian's packages; processes, mounts and network are the image's own, rights and limits are not.
 */

const interrupted = new AbortController();
listenForInterruptions();
onInterruption(() => interrupted.abort(new Stop('Interrupted.')));
const { signal } = interrupted;

try {
  checkMachine();
  process.umask(0o022);
  // /tmp may be in memory or have no devices.
  const folder = await mkdtemp('/var/tmp/longhand-image-');
  try {
    const image = await buildImage(
      parseDockerfile(readFileSync('deploy/Dockerfile', 'utf8')),
      folder,
      signal,
    );
    await tryImage(image);
  } finally {
    // What was killed may still be ending.
    await step(`Removing ${folder}`, () => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  }
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  printLine(error.message);
  process.exitCode = 1;
}

function checkMachine(): void {
  if (process.getuid?.() !== 0) throw new Stop('Only root may do this: sudo npm run image');
  const programs = ['debootstrap', 'apt-get', 'unshare', 'nsenter', 'chroot', 'ip'];
  const missing = programs.filter((program) => !findProgram(program));
  if (missing.length === 0) return;
  throw new Stop(
    `${missing.join(', ')}: not here. On Debian: apt-get install debootstrap iproute2 util-linux`,
  );
}

async function tryImage(image: Image): Promise<void> {
  const container = startContainer(image, signal);
  try {
    await step('The service is healthy', () => waitUntilHealthy(container, image));
    await step('The printed command reads the words of a recording', () => transcribe(container));
    await step('docker exec: the account is listed', () => listAccounts(container));
    await step(`All runs as ${image.user}, and nothing in ${image.workdir} can be written`, () =>
      checkRights(container, image),
    );
    await step(`${image.stopSignal} ends it, with code 0 and nothing cut off`, () => stop(container, image));
  } catch (error) {
    if (!signal.aborted) printLine(container.output());
    throw error;
  } finally {
    container.kill();
  }
}

async function waitUntilHealthy(container: Container, { healthcheck }: Image): Promise<void> {
  await waitFor('HEALTHCHECK', async () => {
    if (container.hasEnded()) throw new Stop('The service has ended.');
    return container.exec(healthcheck).then(
      () => true,
      () => undefined,
    );
  });
}

async function transcribe(container: Container): Promise<void> {
  const printed = await waitFor('the first account', () => /^\($.*?^\)$/ms.exec(container.output())?.[0]);
  const words = await container.exec(['sh', '-c', printed]);
  if (!/^Speaker 1: +00:00 +\w+( [\w']+){10,}/.test(words)) throw new Stop(`These are no words: ${words}`);
}

async function listAccounts(container: Container): Promise<void> {
  const [, email] = /│ Email +(\S+) /.exec(container.output()) ?? [];
  const list = await container.exec(['node', 'bin/cli.mjs', 'account', 'list']);
  if (!email || !list.includes(email)) throw new Stop(`${email} is not listed: ${list}`);
}

async function checkRights(container: Container, { user }: Image): Promise<void> {
  const [id] = user.split(':');
  // A process may end while it is looked at.
  const users = await container.exec(['sh', '-c', 'grep -hs ^Uid: /proc/[0-9]*/status || true']);
  const lines = users.trim().split('\n');
  if (lines.some((line) => line !== `Uid:${`\t${id}`.repeat(4)}`)) throw new Stop(users);
  const writable = await container.exec(['find', '.', '-writable', '-not', '-type', 'l']);
  if (writable) throw new Stop(`Can be written:\n${writable}`);
}

/** Whatever its first process leaves behind is killed with it: PostgreSQL and the service show in /data that they were not. */
async function stop(container: Container, { folder }: Image): Promise<void> {
  container.stop();
  await waitFor('its end', () => container.hasEnded() || undefined);
  const how = await container.ended;
  if (how !== 0) throw new Stop(`It has ended with ${how}.`);
  const left = listFiles(path.join(folder, 'data')).filter((file) => /\.lock$|\/postmaster\.pid$/.test(file));
  if (left.length > 0) throw new Stop(`Left behind: ${left.join(', ')}`);
}
