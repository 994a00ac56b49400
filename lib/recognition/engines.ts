import { availableParallelism } from 'node:os';
import type { Engine, EngineDescription } from '#lib/recognition/engine';
import { describeOpenAi, openai } from '#lib/recognition/engines/openai/openai';
import type { MemoryBudget } from '#lib/recognition/engines/memory-budget';
import { isPocketsphinxInstalled } from '#lib/recognition/engines/pocketsphinx/find-model';
import { pocketsphinx, pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { chooseProcesses } from '#lib/recognition/engines/sherpa/choose-processes';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';
import { usableMemory } from '#lib/recognition/models/choose-model';
import {
  findHelper,
  findModel,
  installedModels,
  isRecognizer,
  nameInUse,
} from '#lib/recognition/models/find-models';
import type { Env } from '#lib/settings/env';

/** A worker's limits: concurrent pieces, the time that an idle model stays loaded, and the memory of all models. */
export interface EngineLimits {
  parallel: number;
  idleMs: number;
  memory: MemoryBudget;
}

/** Engines of one kind, in default order. */
interface ListedEngines {
  preferred: EngineDescription[];
  /** Listed after the preferred engines of all kinds. */
  others?: EngineDescription[];
}

export interface EngineKind {
  /** Lists the usable engines of this kind. Reads settings and the disk, and loads nothing. */
  list(env: Env): Promise<ListedEngines>;
  open(env: Env, description: EngineDescription, limits: EngineLimits): Promise<Engine>;
}

/** All kinds of engines, the default first. An engine needs only one entry. */
export const engineKinds: Record<string, EngineKind> = {
  openai: {
    list: async ({ openai }) => ({ preferred: openai === undefined ? [] : [describeOpenAi(openai)] }),
    open: async ({ openai: settings }) => {
      if (settings === undefined) throw new Error('LONGHAND_OPENAI_URLS is not set');
      return openai(settings);
    },
  },
  sherpa: {
    list: async ({ modelsDir, model }) => {
      const inUse = await nameInUse(modelsDir, model);
      const engines = (await installedModels(modelsDir)).filter(isRecognizer).map(describeModel);
      return {
        preferred: engines.filter(({ model }) => model === inUse),
        others: engines.filter(({ model }) => model !== inUse),
      };
    },
    open: async (env, { model: name }, { parallel, idleMs, memory }) => {
      const model = await findModel(env.modelsDir, name);
      if (model === undefined || !isRecognizer(model)) throw new Error(`the model ${name} is not installed`);
      const { processes, threads } = chooseProcesses({
        cores: Math.max(1, Math.floor(availableParallelism() / env.workers)),
        memoryMb: workerMemoryMb(env),
        modelMemoryMb: model.manifest.memoryMb,
        maxProcesses: parallel,
        threads: env.recognizerThreads,
      });
      return sherpa({ model, processes, threads, idleMs, memory });
    },
  },
  pocketsphinx: {
    list: async () => ({ preferred: isPocketsphinxInstalled() ? [pocketsphinxDescription] : [] }),
    open: async (_env, _description, { parallel, memory }) => pocketsphinx({ parallel, memory }),
  },
};

/** Lists usable engines, default first: `LONGHAND_ENGINE`, servers, the model in use, PocketSphinx, other models. */
export async function listEngines(env: Env): Promise<EngineDescription[]> {
  const lists = await Promise.all(Object.values(engineKinds).map((kind) => kind.list(env)));
  const engines = [
    ...lists.flatMap(({ preferred }) => preferred),
    ...lists.flatMap(({ others = [] }) => others),
  ];
  const isChosen = ({ id }: EngineDescription) => Number(id === env.engine);
  return engines.toSorted((a, b) => isChosen(b) - isChosen(a));
}

/** Opens an engine. Throws an `Error` that says what is missing. */
export async function openEngine(
  env: Env,
  description: EngineDescription,
  limits: EngineLimits,
): Promise<Engine> {
  const kind = engineKinds[description.engine];
  if (kind === undefined) throw new Error(`there is no engine ${description.engine}`);
  return kind.open(env, description, limits);
}

/** Returns a worker's equal share of the machine's or container's memory, in MiB. */
export function workerMemoryMb({ workers }: Env): number {
  return usableMemory() / 1024 ** 2 / workers;
}

/** True if the models for speaker diarization are installed. */
export async function canTellSpeakers({ modelsDir }: Env): Promise<boolean> {
  const models = await Promise.all([
    findHelper(modelsDir, 'segmentation'),
    findHelper(modelsDir, 'embedding'),
  ]);
  return models.every((model) => model !== undefined);
}
