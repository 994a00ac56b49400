import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Env } from '#lib/settings/env';
import { findInCatalogue } from '#lib/recognition/models/catalogue';
import { changeSetUpChoice, readChoices, writeChoice } from '#lib/recognition/models/state-files';
import { findModel, isRecognizer, nameInUse, noModel } from '#lib/recognition/models/find-models';
import type { InstalledModel } from '#lib/recognition/models/manifest';
import { downloadsFolder } from '#lib/recognition/models/install/place-model';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import { removeModel } from '#lib/recognition/models/remove-model';
import { readSettings } from './start/check-settings';
import { addWithProgress, describeUnknown } from './models/add-with-progress';
import { holdModels } from './models/lock-models';
import { downloadSize, installWithProgress, introduce, stateLicense } from './models/install-with-progress';
import { onInterruption } from '#bin/interruption.mjs';
import { listModels } from './models/list-models';
import { type AddFlags, readAddHints } from './models/read-add-hints';
import { Interruption, printLine, Stop } from '#bin/cli-output.mjs';

const options = {
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  role: { type: 'string' },
  kind: { type: 'string' },
  language: { type: 'string', multiple: true },
  'letter-case': { type: 'string' },
  threshold: { type: 'string' },
  license: { type: 'string' },
  attribution: { type: 'string' },
  memory: { type: 'string' },
  folder: { type: 'string' },
  tokens: { type: 'string' },
} as const;

const usage = `Usage: npm run --silent models -- COMMAND

  list                 lists the models that are installed or available
  install NAME…        downloads, checks and installs published models
  add SOURCE           installs a model of your own: from a folder, an archive,
                       an .onnx file, or a package of the npm registry
                       (npm:NAME@1.2.3) or its downloaded .tgz file
  use NAME             uses the model for all jobs that start from now on;
                       pocketsphinx uses none, and gets about half of the
                       words wrong
  remove NAME          removes a model, unless it is in use

add:     --name NAME --role ROLE --kind KIND --language TAG (may be repeated)
         --letter-case written|upper|lower --threshold NUMBER (embeddings)
         --license TEXT --attribution TEXT --memory MIB
         state what the files don't;
         --folder PATH takes one folder or file of the source,
         --tokens FILE adds the tokens of a model that comes without

Models are installed in LONGHAND_MODELS_DIR. Releases are downloaded from
LONGHAND_MODELS_URL; packages follow npm's settings.
Exit code: 0 done, 1 not done, 130 interrupted.`;

type Flags = AddFlags & { help?: boolean | undefined };

/** Runs the operator's model commands. They need no database, and apply to a running service's next job. */
export async function models(parameters: string[]): Promise<void> {
  const { positionals, values } = readParameters(parameters);
  const [command, ...names] = positionals;
  if (values.help === true || command === undefined) {
    console.log(usage);
    if (values.help !== true) process.exitCode = 1;
    return;
  }
  const run = chooseCommand(command, names, values);
  const settings = readSettings();
  const interruption = new AbortController();
  onInterruption(() => interruption.abort(new Interruption('interrupted')));
  try {
    await run(settings, interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) {
      printLine(`Stopped. ${await describeRest(command, settings)}`);
      process.exitCode = 130;
      return;
    }
    const explained = explainDiskError(error, settings.modelsDir);
    throw explained instanceof ModelProblem ? new Stop(explained.message) : explained;
  }
}

/** Returns a hint after an interruption: a release download resumes, a registry package starts over. */
async function describeRest(command: string, { modelsDir }: Env): Promise<string> {
  const downloads = command === 'install' ? await readdir(await downloadsFolder(modelsDir)) : [];
  return downloads.length > 0
    ? 'Run the same command again to continue the download.'
    : 'Run the same command again to start over.';
}

function readParameters(parameters: string[]): { positionals: string[]; values: Flags } {
  try {
    return parseArgs({ args: parameters, options, allowPositionals: true });
  } catch (error) {
    throw new Stop(`${(error as Error).message.split('. ')[0]}. See npm run --silent models -- --help`);
  }
}

type Command = (settings: Env, signal: AbortSignal) => Promise<void>;

function chooseCommand(command: string, names: string[], flags: Flags): Command {
  const [name] = names;
  const isOne = name !== undefined && names.length === 1;
  const given = Object.keys(flags);
  const allows = (...allowed: string[]) => given.every((flag) => allowed.includes(flag));
  if (command === 'list' && names.length === 0 && allows()) return list;
  if (command === 'install' && name !== undefined && allows()) {
    return (settings, signal) => install(settings, names, signal);
  }
  if (command === 'add' && isOne && allows(...Object.keys(options))) {
    return (settings, signal) => add(settings, name, { flags, signal });
  }
  if (command === 'use' && isOne && allows()) return (settings) => use(settings, name);
  if (command === 'remove' && isOne && allows()) return (settings, signal) => remove(settings, name, signal);
  const isKnown = ['list', 'install', 'add', 'use', 'remove'].includes(command);
  const problem = isKnown ? `Invalid use of “${command}”.` : `Unknown command “${command}”.`;
  throw new Stop(`${problem} See npm run --silent models -- --help`);
}

async function list(settings: Env): Promise<void> {
  console.log((await listModels(settings)).join('\n'));
}

async function install(settings: Env, names: string[], signal: AbortSignal): Promise<void> {
  const wanted = names.map((name) => {
    const model = findInCatalogue(name);
    if (model === undefined)
      throw new Stop(`There is no published model “${name}”. See npm run --silent models -- list`);
    return model;
  });
  for (const model of wanted) {
    if ((await findModel(settings.modelsDir, model.name)) !== undefined) {
      printLine(`${model.name} is already installed.`);
      continue;
    }
    printLine(`${introduce(model)} ${downloadSize(model)}.`);
    const installed = await installWithProgress(settings, model, { signal });
    await changeSetUpChoice(settings.modelsDir, ({ declined }) => ({
      declined: declined.filter((name) => name !== model.name),
    }));
    await useIfFirst(settings, installed);
  }
}

async function add(
  settings: Env,
  source: string,
  { flags, signal }: { flags: Flags; signal: AbortSignal },
): Promise<void> {
  const hints = readAddHints(flags);
  const { model, unknown } = await addWithProgress(settings, source, { ...hints, signal });
  const { name, role } = model.manifest;
  const what = isRecognizer(model) ? `a ${model.manifest.kind} recognizer` : `for ${role}`;
  printLine(`${name} is installed: ${what}. License: ${stateLicense(model.manifest)}.`);
  for (const line of describeUnknown(model.manifest, unknown)) printLine(line);
  await useIfFirst(settings, model);
}

/** Selects the first installed recognizer automatically. */
async function useIfFirst(settings: Env, model: InstalledModel): Promise<void> {
  const { name } = model.manifest;
  if (!isRecognizer(model)) return;
  if ((await readChoices(settings.modelsDir)).recognizer !== undefined) {
    printLine(`To use it: npm run --silent models -- use ${name}`);
    return;
  }
  await writeChoice(settings.modelsDir, 'recognizer', name);
  sayInUse(settings, name);
}

function sayInUse({ model: override }: Env, name: string): void {
  printLine(`New jobs use ${name}.`);
  if (override !== undefined && override !== name)
    printLine(`But LONGHAND_MODEL is set to ${override}, which overrides this choice.`);
}

/** Doesn't wait for an installation, which may take minutes: a choice is a single file, replaced atomically. */
async function use(settings: Env, name: string): Promise<void> {
  const { modelsDir } = settings;
  if (name === noModel) {
    await chooseRecognizer(modelsDir, noModel);
    sayInUse(settings, 'PocketSphinx');
    return;
  }
  const model = await findModel(modelsDir, name);
  if (model === undefined) {
    const how = findInCatalogue(name) === undefined ? 'list' : `install ${name}`;
    throw new Stop(`${name} is not installed, or damaged. Type: npm run --silent models -- ${how}`);
  }
  if (isRecognizer(model)) await chooseRecognizer(modelsDir, name);
  else await writeChoice(modelsDir, model.manifest.role, name);
  printLine(introduce(model.manifest));
  sayInUse(settings, name);
}

/** Stores the operator's choice, which no other model replaces automatically. */
async function chooseRecognizer(modelsDir: string, name: string): Promise<void> {
  await changeSetUpChoice(modelsDir, () => ({ recognizers: [] }));
  await writeChoice(modelsDir, 'recognizer', name);
}

async function remove(settings: Env, name: string, signal: AbortSignal): Promise<void> {
  const { modelsDir } = settings;
  if (name === noModel) throw new Stop('PocketSphinx is part of Longhand and can’t be removed.');
  await holdModels(modelsDir, signal, async () => {
    const { recognizer } = await readChoices(modelsDir);
    if (name === recognizer || name === (await nameInUse(modelsDir, settings.model))) {
      throw new Stop(
        `${name} is in use. Choose another model first, or PocketSphinx, which gets about half of the words wrong: ` +
          'npm run --silent models -- use pocketsphinx',
      );
    }
    if (!(await removeModel(modelsDir, name))) throw new Stop(`${name} is not installed.`);
    await changeSetUpChoice(modelsDir, ({ declined }) => ({ declined: [...new Set([...declined, name])] }));
    printLine(`${name} is removed.`);
  });
}
