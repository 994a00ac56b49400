import { readFileSync, statSync } from 'node:fs';
import { cp, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { step } from '#bin/cli-output.mjs';
import type { Instruction, Stage } from './parse-dockerfile';
import { readDockerignore } from './read-dockerignore';
import { apart, inRoot, run, withMounts, type Root } from './run-in-root';

/** What the stages of a Dockerfile have made. */
export interface Image extends Root {
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
  stopSignal: string;
}

/*
 * What this machine needs to reach mirrors and registries, beside its resolver, which debootstrap copies. Docker passes on the
 * proxies unasked; of registries and certificates, its users would tell the engine.
 */
const proxies = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);
const certificates = '/etc/host-certificates.pem';

/** Makes the image of these stages in a folder, from the files in the working folder. */
export async function buildImage(stages: Stage[], folder: string, signal: AbortSignal): Promise<Image> {
  const bases = new Map<string, string>();
  const built = new Map<string | undefined, Image>();
  for (const [i, { base, name, instructions }] of stages.entries()) {
    const from = bases.get(base) ?? (await makeBase(base, path.join(folder, `base-${i}`), signal));
    bases.set(base, from);
    const root = path.join(folder, `stage-${i}`);
    await run(['cp', '--archive', from, root], signal);
    const image: Image = {
      folder: root,
      user: '0:0',
      workdir: '/',
      variables: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      entrypoint: [],
      command: [],
      healthcheck: [],
      stopSignal: 'SIGTERM',
    };
    for (const { line, instruction } of instructions) {
      signal.throwIfAborted();
      const work = () => apply(instruction, image, { built, signal });
      await (['RUN', 'COPY'].includes(instruction.keyword) ? step(line.slice(0, 90), work) : work());
    }
    built.set(name, image);
  }
  const last = built.get(stages.at(-1)?.name);
  if (!last) throw new Error('no FROM');
  return last;
}

/** What the image of Node.js is but for its size: a small Debian and this very Node.js, from the registry. */
async function makeBase(image: string, folder: string, signal: AbortSignal): Promise<string> {
  const [, version, suite] = /^node:(\d+\.\d+\.\d+)-([a-z]+)-slim$/.exec(image) ?? [];
  if (!version || !suite) throw new Error(`not known here: FROM ${image}`);
  const mirrors = await run([
    ...['apt-get', 'indextargets', '--format', '$(REPO_URI)'],
    ...[`Codename: ${suite}`, 'Label: Debian'],
  ]);
  const debian = ['--variant=minbase', suite, folder, ...mirrors.split('\n').slice(0, 1)].filter(Boolean);
  await step(`FROM ${image}: debootstrap`, () =>
    run([...apart, '--mount-proc', 'debootstrap', ...debian], signal),
  );
  // The package has no npm. This machine's own will do: the lock file says what any npm installs.
  const npm = (await run(['npm', '--version'])).trim();
  const packages = [`node-linux-${process.arch}@${version}`, `npm@${npm}`];
  await step(`FROM ${image}: ${packages.join(', ')}`, () =>
    run(
      ['npm', 'install', '--global', '--ignore-scripts', `--prefix=${folder}/usr/local`, ...packages],
      signal,
    ),
  );
  const given = process.env['NODE_EXTRA_CA_CERTS'];
  if (given) await copyFile(given, path.join(folder, certificates));
  return folder;
}

interface Context {
  built: Map<string | undefined, Image>;
  signal: AbortSignal;
}

async function apply(instruction: Instruction, image: Image, { built, signal }: Context): Promise<void> {
  switch (instruction.keyword) {
    case 'RUN': {
      const variables = { ...image.variables, ...readHostVariables() };
      const command = inRoot({ ...image, variables }, instruction.command);
      await run([...apart, ...withMounts(image, command)], signal);
      return;
    }
    case 'COPY':
      return copy(instruction, image, built);
    case 'ENV':
      Object.assign(image.variables, instruction.variables);
      return;
    case 'WORKDIR':
      image.workdir = path.resolve(image.workdir, instruction.value);
      await mkdir(path.join(image.folder, image.workdir), { recursive: true });
      return;
    case 'USER':
      // A name would have to be looked up in the image.
      if (!/^\d+:\d+$/.test(instruction.value)) throw new Error(`not known here: USER ${instruction.value}`);
      image.user = instruction.value;
      return;
    case 'ENTRYPOINT':
      image.entrypoint = instruction.command;
      return;
    case 'CMD':
      image.command = instruction.command;
      return;
    case 'HEALTHCHECK':
      image.healthcheck = instruction.command;
      return;
    case 'STOPSIGNAL':
      image.stopSignal = instruction.value;
      return;
    case 'VOLUME':
    case 'EXPOSE':
      // For the engine: a new volume has the files and rights of the folder that it covers.
      return;
  }
}

function readHostVariables(): Record<string, string> {
  const names = [...proxies, 'npm_config_registry'];
  const given = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  const hasCertificates = Boolean(process.env['NODE_EXTRA_CA_CERTS']);
  return { ...Object.fromEntries(given), ...(hasCertificates && { NODE_EXTRA_CA_CERTS: certificates }) };
}

/** As Docker copies: all files belong to root, and of a folder, only what is in it is copied. */
async function copy(
  { from, sources, target }: Extract<Instruction, { keyword: 'COPY' }>,
  { folder, workdir }: Image,
  built: Context['built'],
): Promise<void> {
  const other = from === undefined ? undefined : built.get(from);
  if (from !== undefined && !other) throw new Error(`no stage ${from}`);
  const isLeftOut = other ? () => false : readDockerignore(readFileSync('.dockerignore', 'utf8'));
  const origin = other?.folder ?? process.cwd();
  const to = path.join(folder, path.resolve(workdir, target));
  for (const name of sources) {
    const source = path.join(origin, name);
    const isFileInto = target.endsWith('/') && !statSync(source).isDirectory();
    await cp(source, isFileInto ? path.join(to, path.basename(name)) : to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isLeftOut(path.relative(origin, file)),
    });
  }
}
