import type { Metadata } from 'next';
import { z } from 'zod';
import { drop, runNow } from '#app/(account)/operator/actions';
import { pageSize, toPage, type Query } from '#app/(account)/operator/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { OperatorFrame } from '#components/operator/operator-frame';
import { TaskQueue } from '#components/operator/task-queue';
import { countTasks, isTaskKind, listTasks } from '#lib/operator/tasks';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-queue';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: operatorTexts.queue() });

const path = '/operator/queue';

const queryShape = z.object({
  kind: z.string().refine(isTaskKind).optional().catch(undefined),
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { kind, after } = queryShape.parse(await searchParams);
  const [counts, listed] = await Promise.all([
    countTasks(db, { operatorId }),
    listTasks(db, { operatorId, kind, after, limit: pageSize + 1 }),
  ]);
  const { items, links } = toPage(listed, { path, after, ...(kind && { query: { kind } }) });
  return (
    <OperatorFrame email={email} page="queue" lead={texts.lead()}>
      <TaskQueue
        tasks={items.map(({ runAt, lastError, ...task }) => ({
          ...task,
          runAt: runAt.toISOString(),
          lastError: lastError ?? undefined,
        }))}
        kinds={counts.map(({ kind }) => kind)}
        kind={kind}
        links={links}
        runNow={runNow}
        drop={drop}
      />
    </OperatorFrame>
  );
}
