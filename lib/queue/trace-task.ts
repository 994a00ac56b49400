import type { Job as QueuedTask } from 'graphile-worker';
import { z } from 'zod';
import type { TaskKind } from '#lib/queue/task';
import { tracing } from '#lib/tracing/tracing';
import { withSpan } from '#lib/tracing/with-span';

/** Kinds that serve many jobs and enqueue themselves, so that a continued trace would never end. */
const shared: ReadonlySet<TaskKind> = new Set(['deliver-callbacks']);

const carried = z.object({ jobId: z.string().optional(), traceparent: z.string().optional() });

/** A task in the queue. */
export interface TracedTask {
  payload: unknown;
  task: Pick<QueuedTask, 'id' | 'attempts' | 'key'>;
}

/** Runs a task as a span of the trace that enqueued it, or in a linked trace if it serves many jobs. */
export async function traceTask<T>(
  kind: TaskKind,
  { payload, task }: TracedTask,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing() === undefined) return work();
  const { jobId, traceparent } = carried.safeParse(payload).data ?? {};
  const relation = shared.has(kind)
    ? { parent: null, linkedTo: traceparent }
    : { parent: traceparent ?? null };
  const attributes = {
    'messaging.system': 'graphile-worker',
    'messaging.operation.type': 'process',
    'messaging.destination.name': kind,
    'messaging.message.id': task.id,
    'longhand.task.attempt': task.attempts,
    ...(jobId !== undefined && { 'longhand.job.id': jobId }),
  };
  return withSpan(`process ${kind}`, { kind: 'consumer', attributes, ...relation }, work);
}
