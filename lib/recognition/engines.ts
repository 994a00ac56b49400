import type { Engine, EngineDescription } from '#lib/recognition/engine';
import { pocketsphinx, pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import type { Env } from '#lib/env';

/** How many pieces one worker may have in recognition at a time, and how long an idle model stays loaded. */
export interface EngineLimits {
  parallel: number;
  idleMs: number;
}

/** What the registry knows of one kind of engine. */
interface EngineKind {
  /** The engines of this kind that can be used now, the best first. Reads settings and the disk, loads nothing. */
  list(env: Env): Promise<EngineDescription[]>;
  open(env: Env, description: EngineDescription, limits: EngineLimits): Promise<Engine>;
}

/** All kinds of engines, the one that is preferred first. To add one, add it here and to `EngineDescription`. */
const kinds: Record<EngineDescription['engine'], EngineKind> = {
  pocketsphinx: {
    list: async () => [pocketsphinxDescription],
    open: async (_env, _description, { parallel }) => pocketsphinx({ parallel }),
  },
};

/** The engines that can be used now, the one that submissions get by default first. */
export async function listEngines(env: Env): Promise<EngineDescription[]> {
  const lists = await Promise.all(Object.values(kinds).map((kind) => kind.list(env)));
  const all = lists.flat();
  return [...all.filter(({ id }) => id === env.engine), ...all.filter(({ id }) => id !== env.engine)];
}

/** Makes an engine ready for work. Throws an `Error` that says what is missing. */
export async function openEngine(
  env: Env,
  description: EngineDescription,
  limits: EngineLimits,
): Promise<Engine> {
  return kinds[description.engine].open(env, description, limits);
}
