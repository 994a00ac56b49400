import { gt, sql } from 'drizzle-orm';
import { workerEngines } from '#drizzle/schema/worker-engines';
import type { Db, Tx } from '#lib/db/connect';
import type { EngineDescription } from '#lib/recognition/engine';
import { canTellSpeakers, listEngines } from '#lib/recognition/engines';
import { type Installation, readInstallation } from '#lib/recognition/models/state-files';
import { type Env, env } from '#lib/settings/env';
import { database } from '#lib/db/database';

/** Available recognition: engines in order of preference, and speaker separation. */
export interface RecognitionOffer {
  engines: readonly EngineDescription[];
  speakerModels: boolean;
  /** Models still to be installed on one of the machines; left out if none. */
  installation?: Installation;
}

/** Reads the available engines: this machine's, or those that workers announced within a minute. */
export async function readOffer(db: () => Db | Tx, settings: Env): Promise<RecognitionOffer> {
  if (settings.role !== 'web') {
    const [engines, speakerModels, installation] = await Promise.all([
      listEngines(settings),
      canTellSpeakers(settings),
      readInstallation(settings.modelsDir),
    ]);
    return { engines, speakerModels, ...(installation && { installation }) };
  }
  const [first, ...others] = await db()
    .select()
    .from(workerEngines)
    .where(gt(workerEngines.seenAt, sql`now() - interval '1 minute'`))
    .orderBy(workerEngines.worker);
  if (first === undefined) return { engines: [], speakerModels: false };
  const everyone = [first, ...others];
  const installation = everyone.find(({ installation }) => installation !== null)?.installation;
  const onOthers = (id: string) => others.map(({ engines }) => engines.find((engine) => engine.id === id));
  return {
    engines: first.engines
      .filter(({ id }) => onOthers(id).every((engine) => engine !== undefined))
      .map((engine) => withoutTranslation(engine, onOthers(engine.id))),
    speakerModels: everyone.every(({ speakerModels }) => speakerModels),
    ...(installation && { installation }),
  };
}

/** Workers that can't translate, such as of the previous version, would transcribe instead. */
function withoutTranslation(
  engine: EngineDescription,
  onOthers: ReadonlyArray<EngineDescription | undefined>,
): EngineDescription {
  if (onOthers.every((other) => other?.capabilities.translates === true)) return engine;
  const { translates: _, ...capabilities } = engine.capabilities;
  return { ...engine, capabilities };
}

/** True if any available engine can translate speech into English. */
export async function canTranslate(): Promise<boolean> {
  const { engines } = await readOffer(() => database().db, env());
  return engines.some(({ capabilities }) => capabilities.translates === true);
}
