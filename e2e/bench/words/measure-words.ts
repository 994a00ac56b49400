import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listEngines } from '#lib/recognition/engines';
import { findHelper, installedModels, isRecognizer } from '#lib/recognition/models/find-models';
import type { EngineDescription } from '#lib/recognition/engine';
import { parseEnv, type Env } from '#lib/settings/env';
import { installTestModels } from '#e2e/support/install-test-models';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { formatReport, type Result } from './format-report';
import { readClips } from './read-clips';
import { decodeClips, recognizeClips } from './recognize-clips';
import { scoreWords } from './score-words';

/*
 * `npm run bench -- words [FOLDER] [--engine ID]… [--clips]`: measures, over a folder of clips with texts, each
 * engine's wrong words, word times, quality of confidence and cost. `--clips` lists the wrong words. Runs in a process
 * of its own, since the resources of all child processes are counted.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true, default: [] },
    clips: { type: 'boolean', default: false },
  },
});
const folder = path.resolve(positionals[0] ?? process.env['LONGHAND_TEST_SPEECH_DIR'] ?? '../shared/speech');
const clips = await readClips(folder);
if (clips === undefined || clips.clips.length === 0) {
  console.error(
    `Words: skipped, there are no clips with texts in ${folder}. Name a folder with a clips.json, or set LONGHAND_TEST_SPEECH_DIR.`,
  );
  // An explicitly named folder without clips is an error.
  process.exit(positionals.length > 0 ? 1 : 0);
}
const scratch = await mkdtemp(path.join(tmpdir(), 'longhand-words-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const env = await chooseModels();
const decoded = await decodeClips(clips.clips, scratch);
const results: Result[] = [];
for (const engine of await chooseEngines(env)) {
  console.error(`${engine.id}…`);
  const run = await recognizeClips(env, engine, decoded);
  results.push({ run, score: scoreWords(run.heard) });
}
const setting = {
  version: await readVersion(),
  machine: describeMachine(),
  helpers: await nameHelpers(env),
};
console.log(formatReport({ ...setting, folder, clips }, results, values.clips));

/** The environment with the installed models, or else with those for tests. */
async function chooseModels(): Promise<Env> {
  const own = parseEnv(process.env);
  if ((await installedModels(own.modelsDir)).some(isRecognizer)) return own;
  const modelsDir = path.join(scratch, 'models');
  const models = testModels();
  if (models === undefined) {
    console.error(`No model is installed in ${own.modelsDir}, and those for tests: ${noTestModels}`);
    return own;
  }
  console.error(`No model is installed in ${own.modelsDir}: using those for tests.`);
  await installTestModels(models, modelsDir);
  return parseEnv({ ...process.env, LONGHAND_MODELS_DIR: modelsDir });
}

/** The named engines, with or without `sherpa:`, or else all that run on this machine. */
async function chooseEngines(env: Env): Promise<EngineDescription[]> {
  const engines = await listEngines(env);
  if (values.engine.length === 0) return engines.filter(({ engine }) => engine !== 'openai');
  return values.engine.map((name) => {
    const found = engines.find(({ id }) => id === name || id === `sherpa:${name}`);
    if (found !== undefined) return found;
    throw new Error(`no engine ${name}; there are ${engines.map(({ id }) => id).join(', ')}`);
  });
}

async function nameHelpers({ modelsDir }: Env): Promise<string[]> {
  const roles = ['voice-activity', 'punctuation'] as const;
  const models = await Promise.all(roles.map((role) => findHelper(modelsDir, role)));
  return models.flatMap((model) => (model === undefined ? [] : [model.manifest.name]));
}

function describeMachine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`;
}

/** The version, with the commit in a repository. */
async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  try {
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${version} (${commit.trim()})`;
  } catch {
    return version;
  }
}
