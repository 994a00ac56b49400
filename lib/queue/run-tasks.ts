import { EventEmitter, once } from 'node:events';
import { run, type CronItem, type JobHelpers, parseCronItems, type TaskList } from 'graphile-worker';
import type postgres from 'postgres';
import { log } from '#lib/settings/log';
import { outlastOutage } from '#lib/outage';
import { workerName } from '#lib/queue/count-workers';
import { cutSilentWorkers, type SilentConnections } from '#lib/queue/cut-silent-workers';
import { freeDeadWorkers, giveTasksBack, holdPoolLock, renewTaskLocks } from '#lib/queue/free-dead-workers';
import { openSql } from '#lib/db/open-sql';
import { quietLogger } from '#lib/db/quiet-logger';
import { toPgUrl } from '#lib/db/to-pg-url';
import { shareSlots } from '#lib/queue/share-slots';
import { taskKinds, type TaskKind, type TaskPayload } from '#lib/queue/task';
import { traceTask } from '#lib/queue/trace-task';

/** A handler for each kind of task. `signal` aborts when the worker is told to stop. */
export type TaskHandlers = {
  [Kind in TaskKind]: (payload: TaskPayload<Kind>, signal: AbortSignal) => Promise<void>;
};

/** A running worker. `lost` settles when it can no longer prove that it lives, and must end. */
export interface TaskRunner {
  lost: Promise<void>;
  /**
   * Aborts the tasks under way and gives them back, as soon as the database can be reached. The process must end then: it takes
   * no task any more.
   */
  leave(): Promise<void>;
}

/** Options of a runner. */
export interface RunOptions {
  /** Maximum of tasks at once. */
  concurrency: number;
  cron?: CronItem[];
  /**
   * True if tasks are taken many at a time: one question to the database for all slots, where there are many of them. Only for
   * tasks that take seconds, as one taken waits for a free slot of this very runner.
   */
  inBatches?: boolean;
  /** True if the slots are shared between the accounts that tasks are done for, so that none holds all of them. */
  isShared?: boolean;
}

/**
 * Runs the tasks that have a handler here, at most `concurrency` at once. Tasks of workers that died are freed within about a second, and
 * before the first task is taken.
 */
export async function runTasks(
  databaseUrl: string,
  handlers: Partial<TaskHandlers>,
  options: RunOptions,
): Promise<TaskRunner> {
  let markLost = (): void => {};
  const lost = new Promise<void>((resolve) => {
    markLost = resolve;
  });
  // One connection, never replaced: when it closes the lock is gone, and another worker may take our tasks.
  const sql = openSql(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: markLost,
    // Returning tasks waits while the database is away: the driver's own backoff takes up to 20 s to come back.
    backoff: () => 0.3,
    connection: { application_name: workerName() },
  });
  await freeDeadWorkers(sql);

  const leaving = new AbortController();
  const underWay = new Set<Promise<void>>();
  const tasks = taskList(handlers, underWay, leaving.signal);
  const { poolId, takeNoMore } = await startRunner(databaseUrl, tasks, options, leaving.signal);
  await holdPoolLock(sql, poolId);
  const watch = keepMaintaining(sql, poolId);

  return {
    lost,
    async leave() {
      clearInterval(watch);
      leaving.abort(new Error('the worker is shutting down'));
      await Promise.all([takeNoMore(), Promise.allSettled(underWay)]);
      await outlastOutage(() => giveTasksBack(sql, poolId));
      await sql.end({ timeout: 1 });
    },
  };
}

interface Runner {
  poolId: string;
  /** Takes no further task, alone or in batches. Settles when those that were just being taken are. */
  takeNoMore: () => Promise<void>;
}

async function startRunner(
  databaseUrl: string,
  tasks: TaskList,
  { concurrency, cron = [], inBatches = false, isShared = false }: RunOptions,
  leaving: AbortSignal,
): Promise<Runner> {
  const events = new EventEmitter();
  let poolId = '';
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    poolId = workerPool.id;
  });
  let batches: { release(): PromiseLike<void> } | undefined;
  events.on('localQueue:init', ({ localQueue }: { localQueue: typeof batches }) => {
    batches = localQueue;
  });
  const takings = countTakings(events);
  const runner = await run({
    connectionString: await toPgUrl(databaseUrl),
    taskList: tasks,
    parsedCronItems: parseCronItems(cron),
    concurrency,
    events,
    logger: quietLogger,
    noHandleSignals: true,
    // Freed tasks are not announced, so an idle worker looks for them itself.
    pollInterval: 500,
    // Opened as they are needed.
    maxPoolSize: Math.max(10, concurrency),
    ...(isShared && { forbiddenFlags: shareSlots(events, { slots: concurrency, leaving }) }),
    ...(inBatches && { preset: { worker: { localQueue: { size: concurrency } } } }),
  });
  const takeNoMore = async (): Promise<void> => {
    // It settles when all tasks have ended, and those that are cut off never do.
    runner.stop().catch((error: unknown) => log().error({ err: error }, 'stopping the queue failed'));
    // Tasks that fail to be returned here are returned with all others.
    await Promise.allSettled([takings.none(), batches?.release()]);
  };
  return { poolId, takeNoMore };
}

/** Counts the slots that are asking for a task at the moment. `none` settles when there are none. */
function countTakings(events: EventEmitter): { none: () => Promise<void> } {
  let count = 0;
  events.on('worker:getJob:start', () => void (count += 1));
  for (const end of ['job:start', 'worker:getJob:empty', 'worker:getJob:error']) {
    events.on(end, () => {
      count -= 1;
      if (count === 0) events.emit('longhand:none-taken');
    });
  }
  return {
    async none() {
      if (count > 0) await once(events, 'longhand:none-taken');
    },
  };
}

function taskList(
  handlers: Partial<TaskHandlers>,
  underWay: Set<Promise<void>>,
  leaving: AbortSignal,
): TaskList {
  const bind = <Kind extends TaskKind>(kind: Kind, handle: TaskHandlers[Kind]) => {
    const run = async (payload: unknown, { job }: JobHelpers): Promise<void> => {
      if (leaving.aborted) return never;
      const work = traceTask(kind, { payload, task: job }, () =>
        handle(taskKinds[kind].parse(payload) as TaskPayload<Kind>, leaving),
      );
      underWay.add(work);
      try {
        await work;
      } catch (error) {
        // A task that was cut off has not failed: the queue is told nothing, and gets it back from leave().
        if (leaving.aborted) return never;
        throw error;
      } finally {
        underWay.delete(work);
      }
    };
    return [kind, run] as const;
  };
  const kinds = Object.keys(taskKinds) as TaskKind[];
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const handle = handlers[kind];
      return handle === undefined ? [] : [bind(kind, handle)];
    }),
  );
}

const never = new Promise<never>(() => {});

/** Every second, one look after the other: what a database has kept waiting must not come all at once. */
function keepMaintaining(sql: postgres.Sql, poolId: string): NodeJS.Timeout {
  let silent: SilentConnections = new Map();
  let isLooking = false;
  const maintain = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const look = await cutSilentWorkers(sql, silent);
      silent = look.silent;
      if (look.cut.length > 0) log().warn({ workers: look.cut }, 'disconnected workers that had stopped');
      const dead = await freeDeadWorkers(sql);
      if (dead.length > 0) log().warn({ dead }, 'released the tasks of dead workers');
      await renewTaskLocks(sql, poolId);
    } catch (error) {
      logError(error);
    } finally {
      isLooking = false;
    }
  };
  return setInterval(() => void maintain(), 1000);
}

function logError(error: unknown): void {
  log().error({ err: error }, 'queue maintenance failed');
}
