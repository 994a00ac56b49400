import { EventEmitter, once } from 'node:events';
import {
  run,
  type CronItem,
  type JobHelpers,
  parseCronItems,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker';
import type postgres from 'postgres';
import { log } from '#lib/settings/log';
import { outlastOutage } from '#lib/outage';
import { announceDue, type Wake } from '#lib/queue/announce-due';
import { workerName } from '#lib/queue/count-workers';
import {
  cutSilentWorkers,
  type SilentConnections,
  freeDeadWorkers,
  giveTasksBack,
  holdPoolLock,
  renewTaskLocks,
} from '#lib/queue/workers';
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

/** A running worker. `lost` settles when it can't prove any more that it is alive, and must exit. */
export interface TaskRunner {
  lost: Promise<void>;
  /** Aborts running tasks and returns them to the queue once the database is reachable. The process must exit then. */
  leave(): Promise<void>;
}

/** Tasks that share slots. */
export interface TaskPool {
  handlers: Partial<TaskHandlers>;
  /** Maximum of tasks at once. */
  concurrency: number;
  cron?: CronItem[];
  /**
   * True to take tasks in batches, with one query for all slots, where there are many. Only for tasks that take
   * seconds, because a taken task waits for a free slot of this pool.
   */
  inBatches?: boolean;
  /** True to share the slots between the accounts of tasks, so that none occupies all of them. */
  isShared?: boolean;
}

/** Runs the tasks that a pool has a handler for, and frees those of dead workers within about a second. */
export async function runTasks(databaseUrl: string, pools: TaskPool[]): Promise<TaskRunner> {
  let markLost = (): void => {};
  const lost = new Promise<void>((resolve) => {
    markLost = resolve;
  });
  // A single connection, never replaced: its end releases the locks, and another worker may take our tasks.
  const sql = openSql(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: markLost,
    // Returning tasks waits during a database outage; the driver's own backoff takes up to 20 s to reconnect.
    backoff: () => 0.3,
    connection: { application_name: workerName() },
  });
  await freeDeadWorkers(sql);

  const leaving = new AbortController();
  const underWay = new Set<Promise<void>>();
  const runners = await Promise.all(
    pools.map(async (pool) => {
      const runner = await startRunner(databaseUrl, pool, underWay, leaving.signal);
      await holdPoolLock(sql, runner.poolId);
      return runner;
    }),
  );
  const watch = keepMaintaining(sql, runners, leaving.signal);

  return {
    lost,
    async leave() {
      clearInterval(watch);
      leaving.abort(new Error('the worker is shutting down'));
      await Promise.all([...runners.map((runner) => runner.takeNoMore()), Promise.allSettled(underWay)]);
      await outlastOutage(() => giveTasksBack(sql, toIds(runners)));
      await sql.end({ timeout: 1 });
    },
  };
}

const toIds = (runners: Runner[]): string[] => runners.map(({ poolId }) => poolId);

interface Runner {
  poolId: string;
  events: EventEmitter;
  wake: Wake;
  /** Stops taking tasks. Settles once tasks being taken have started. */
  takeNoMore: () => Promise<void>;
}

async function startRunner(
  databaseUrl: string,
  { handlers, concurrency, cron = [], inBatches = false, isShared = false }: TaskPool,
  underWay: Set<Promise<void>>,
  leaving: AbortSignal,
): Promise<Runner> {
  const events = new EventEmitter();
  const created = once(events, 'pool:create') as Promise<[{ workerPool: WorkerPool }]>;
  let batches: { release(): PromiseLike<void> } | undefined;
  events.on('localQueue:init', ({ localQueue }: { localQueue: typeof batches }) => {
    batches = localQueue;
  });
  const takings = countTakings(events);
  const runner = await run({
    connectionString: await toPgUrl(databaseUrl),
    taskList: taskList(handlers, underWay, leaving),
    parsedCronItems: parseCronItems(cron),
    concurrency,
    events,
    logger: quietLogger,
    noHandleSignals: true,
    // The queue wakes slots for added tasks, `announceDue` for the others.
    pollInterval: 300_000,
    // Opened on demand.
    maxPoolSize: Math.max(10, concurrency),
    ...(isShared && { forbiddenFlags: shareSlots(events, { slots: concurrency, leaving }) }),
    ...(inBatches && { preset: { worker: { localQueue: { size: concurrency } } } }),
  });
  const takeNoMore = async (): Promise<void> => {
    // Settles only when all tasks have ended, which aborted ones never do.
    runner.stop().catch((error: unknown) => log().error({ err: error }, 'stopping the queue failed'));
    // Tasks that can't be returned here are returned with all others.
    await Promise.allSettled([takings.none(), batches?.release()]);
  };
  const [{ workerPool }] = await created;
  const wake: Wake = (kind, count) => {
    if (handlers[kind] !== undefined) workerPool.nudge(count);
  };
  return { poolId: workerPool.id, events, wake, takeNoMore };
}

/** Counts the slots currently asking for a task. `none` settles when there are none. */
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
        // An aborted task hasn't failed: the queue isn't notified, and leave() returns the task.
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

/** A queue is released a moment after its task has ended. */
const releasedWithinMs = 20;

/** Runs every second, never concurrently, so that checks don't pile up during an outage. */
function keepMaintaining(sql: postgres.Sql, runners: Runner[], leaving: AbortSignal): NodeJS.Timeout {
  let silent: SilentConnections = new Map();
  let isLooking = false;
  const wake: Wake = (kind, count) => runners.forEach((runner) => runner.wake(kind, count));
  const maintain = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const look = await cutSilentWorkers(sql, silent);
      silent = look.silent;
      if (look.cut.length > 0) log().warn({ workers: look.cut }, 'disconnected suspended workers');
      const dead = await freeDeadWorkers(sql);
      if (dead.length > 0) log().warn({ dead }, 'released the tasks of dead workers');
      await renewTaskLocks(sql, toIds(runners));
      await announceDue(sql, wake, leaving);
    } catch (error) {
      logError(error);
    } finally {
      isLooking = false;
    }
  };
  let next: NodeJS.Timeout | undefined;
  const lookForNext = (): void => {
    next = undefined;
    if (!leaving.aborted) announceDue(sql, wake, leaving).catch(logError);
  };
  for (const { events } of runners) {
    events.on('job:complete', ({ job }: { job: { job_queue_id: number | null } }) => {
      if (job.job_queue_id !== null) next ??= setTimeout(lookForNext, releasedWithinMs);
    });
  }
  return setInterval(() => void maintain(), 1000);
}

function logError(error: unknown): void {
  log().error({ err: error }, 'queue maintenance failed');
}
