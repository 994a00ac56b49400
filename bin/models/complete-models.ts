import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#lib/settings/env';
import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import { installModel } from '#lib/recognition/models/install/install-model';
import type { InstallProgress } from '#lib/recognition/models/model-source';
import { writeInstallation } from '#lib/recognition/models/state-files';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import { log } from '#lib/settings/log';
import { printLine } from '#bin/cli-output.mjs';
import { isForbidden } from '#bin/is-forbidden.mjs';
import { findMissingModels } from './find-missing-models';
import { downloadSize, introduce } from './install-with-progress';
import { holdModels } from './lock-models';
import { putBestInUse, rememberSetUp } from './put-in-use';

const againAfterMs = 24 * 60 * 60_000;
const reportEveryMs = 1000;
const draftIsOldAfterMs = 60_000;

/**
 * Installs this machine's missing models while the service runs. A better recognizer than the current one is used for
 * jobs that start later. Retries unreachable sources daily. Resolves when complete or aborted; never rejects.
 */
export async function completeModels(settings: Env, signal: AbortSignal): Promise<void> {
  const { modelsDir } = settings;
  try {
    await removeDrafts(modelsDir);
    while (!signal.aborted) {
      const missing = await findMissingModels(settings);
      const problem = await installAll(settings, missing, signal);
      if (problem === undefined) {
        await writeInstallation(modelsDir, undefined);
        return;
      }
      const left = (await findMissingModels(settings)).map(({ name }) => name);
      printLine(`${problem} Still missing: ${left.join(', ')}. Retried daily and at each start.`);
      await writeInstallation(modelsDir, { missing: left, problem });
      await sleep(againAfterMs, undefined, { signal });
    }
  } catch (error) {
    const explained = explainDiskError(error, modelsDir);
    if (signal.aborted) await writeInstallation(modelsDir, undefined).catch(() => undefined);
    // Several machines may share a folder that one of them fills.
    else if (isForbidden(error)) printLine(`${modelsDir} can’t be written (${(error as Error).message}).`);
    // The disk is too full for the file that informs other processes.
    else if (explained instanceof ModelProblem) printLine(`${explained.message} Retried at the next start.`);
    else log().error({ err: error }, 'models could not be installed');
  }
}

/** Installs models in turn, skipping those without disk space or source. Returns the first problem in a sentence. */
async function installAll(
  settings: Env,
  missing: readonly CatalogueModel[],
  signal: AbortSignal,
): Promise<string | undefined> {
  await announceNew(settings);
  let problem: string | undefined;
  for (const [index, model] of missing.entries()) {
    await rememberSetUp(settings, model);
    const { report, written } = reportProgress(settings, missing.slice(index));
    let hasBegun = false;
    // Printed only once data arrives; an unreachable source gets its own message.
    const onProgress = (progress: InstallProgress) => {
      if (!hasBegun) printLine(`${introduce(model)} ${downloadSize(model)} in the background.`);
      hasBegun = true;
      report(progress);
    };
    try {
      const { modelsDir, modelsUrl: baseUrl } = settings;
      await holdModels(modelsDir, signal, () =>
        installModel(modelsDir, model, { baseUrl, signal, onProgress }),
      );
    } catch (error) {
      if (signal.aborted || !(error instanceof ModelProblem)) throw error;
      problem ??= error.message;
    } finally {
      // A late report would permanently state that the model is being installed.
      await written();
    }
    await announceNew(settings);
  }
  return problem;
}

async function announceNew(settings: Env): Promise<void> {
  const name = await putBestInUse(settings);
  if (name !== undefined) printLine(`${name} is ready. New jobs use it.`);
}

/** Reports progress to other processes, once a second; `written` waits for the last report. */
function reportProgress(
  { modelsDir }: Env,
  missing: readonly CatalogueModel[],
): { report: (progress: InstallProgress) => void; written: () => Promise<unknown> } {
  const names = missing.map(({ name }) => name);
  let reportedAt = -Infinity;
  let writing: Promise<unknown> = Promise.resolve();
  const report = (progress: InstallProgress) => {
    const now = performance.now();
    if (progress.phase === 'download' && now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    const percent = 'done' in progress ? { percent: Math.floor((100 * progress.done) / progress.total) } : {};
    writing = writing
      .then(() => writeInstallation(modelsDir, { missing: names, ...percent }))
      .catch((error: unknown) => log().warn({ err: error }, 'progress of the models could not be written'));
  };
  return { report, written: () => writing };
}

/** Removes drafts such as `.in-use.json.4711` of killed processes; recent ones may be another container's. */
async function removeDrafts(modelsDir: string): Promise<void> {
  const names = await readdir(modelsDir).catch(() => []);
  for (const name of names.filter((one) => /^\.[a-z-]+(\.json)?\.\d+$/.test(one))) {
    const file = path.join(modelsDir, name);
    const found = await stat(file).catch(() => undefined);
    const isOld = found !== undefined && Date.now() - found.mtimeMs > draftIsOldAfterMs;
    if (isOld) await rm(file, { force: true });
  }
}
