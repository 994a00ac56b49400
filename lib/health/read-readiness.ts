import { sql } from 'drizzle-orm';
import { countPendingMigrations } from '#lib/db/migrations/count-pending-migrations';
import type { Db } from '#lib/db/connect';
import { healthDatabase, createChecks, type Check, type CheckResult } from '#lib/health/run-checks';
import { withTimeout } from '#lib/health/refresh-gauge';
import { memoizeFor } from '#lib/memoize-for';
import { countWorkers } from '#lib/queue/count-workers';
import { readOffer, type RecognitionOffer } from '#lib/jobs/engines/read-offer';
import { env, type Env } from '#lib/settings/env';
import { measureDisk } from '#lib/storage/measure-disk';
import { openStorage } from '#lib/storage/open-storage';
import type { Storage } from '#lib/storage/storage';

/** The names of the checks, in reporting order. */
export const checkNames = ['database', 'migrations', 'storage', 'disk', 'worker', 'recognition'] as const;

/** A dependency of the service. */
export type CheckName = (typeof checkNames)[number];

/** The results of all checks, with reasons of failures. */
export interface Readiness {
  status: CheckResult['status'];
  checks: Record<CheckName, CheckResult>;
  /** Models still to be installed, with progress of the first; left out if none. Reasons aren't shown to strangers. */
  models?: Pick<NonNullable<RecognitionOffer['installation']>, 'missing' | 'percent'>;
}

/** With less, the next recordings could fill the disk. */
const minFreeBytes = 256 * 1024 ** 2;

const usualTimeoutMs = 3000;
const sharedForMs = 1000;

/** Dependencies of the checks. */
export interface Surroundings {
  db: () => Db;
  storage: Storage;
  settings: Env;
  measureDisk: typeof measureDisk;
}

/** Returns the checks of these dependencies. */
export function listChecks({ db, storage, settings, ...at }: Surroundings): Record<CheckName, Check> {
  return {
    database: {
      findFault: async () => {
        await db().execute(sql`select 1`);
        return undefined;
      },
      unknown: 'The database is not responding.',
    },
    migrations: {
      findFault: async () =>
        (await countPendingMigrations(db())) === 0
          ? undefined
          : 'The database has not been migrated to this version.',
      unknown: "The database migrations can't be read.",
    },
    storage: {
      findFault: async () => {
        await storage.check();
        return undefined;
      },
      unknown: 'Storage is not writable.',
    },
    disk: {
      findFault: async () => {
        const { freeBytes } = await at.measureDisk(settings.dataDir);
        return freeBytes < minFreeBytes ? 'Less than 256 MiB of disk space is free.' : undefined;
      },
      unknown: "Free disk space can't be measured.",
    },
    worker: {
      findFault: async () => ((await countWorkers(db())) === 0 ? 'No worker is running.' : undefined),
      unknown: "Workers can't be counted.",
    },
    recognition: {
      findFault: async () =>
        (await readOffer(db, settings)).engines.length === 0
          ? 'No speech recognition engine is available.'
          : undefined,
      unknown: "Speech recognition engines can't be listed.",
    },
  };
}

/** Creates a function that runs the checks, at most once a second; a check fails after `timeoutMs`. */
export function createReadiness(
  surroundings: Surroundings,
  { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {},
): () => Promise<Readiness> {
  const run = createChecks(listChecks(surroundings), { timeoutMs });
  return memoizeFor(
    async () => {
      const [checks, models] = await Promise.all([run(), readModels(surroundings, timeoutMs)]);
      const isReady = Object.values(checks).every(({ status }) => status === 'ok');
      return { status: isReady ? 'ok' : 'failed', checks, ...(models && { models }) };
    },
    { milliseconds: sharedForMs },
  );
}

/** Reads the models still to be installed; undefined if none, and during a database outage. */
async function readModels({ db, settings }: Surroundings, timeoutMs: number): Promise<Readiness['models']> {
  const read = async () => (await readOffer(db, settings)).installation;
  const { missing, percent } = (await withTimeout(timeoutMs, read()).catch(() => undefined)) ?? {};
  return missing && { missing, ...(percent !== undefined && { percent }) };
}

let readThis: (() => Promise<Readiness>) | undefined;

/** Runs all checks of this process's service; results are shared for a second. Never throws. */
export function readReadiness(): Promise<Readiness> {
  readThis ??= createReadiness({ db: healthDatabase, storage: openStorage(), settings: env(), measureDisk });
  return readThis();
}
