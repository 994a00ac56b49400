import type { Metadata } from 'next';
import { z } from 'zod';
import { requireSession } from '#app/session';
import { TrashPage } from './trash-page';
import { PageFrame } from '#components/shell/page-frame';
import { listTrash } from '#lib/jobs/trash/trash-jobs';
import { readHeld } from '#lib/legal-holds/legal-holds';
import * as texts from '#messages/trash';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

const pageSize = 100;
const dayMs = 24 * 3600_000;

const queryShape = z.object({
  show: z.coerce.number().int().min(pageSize).max(100_000).catch(pageSize),
});

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession('/jobs/trash');
  const { show } = queryShape.parse(await searchParams);
  const [{ jobs, total, free }, held] = await Promise.all([
    listTrash(db, { accountId, limit: show }),
    readHeld(db, { accountId }),
  ]);
  return (
    <PageFrame email={email}>
      <TrashPage
        jobs={jobs.map(({ id, name, trashedAt, goneAt }) => ({
          id,
          name,
          trashedAt: trashedAt.toISOString(),
          days: goneAt === null ? undefined : Math.max(0, Math.ceil((goneAt.getTime() - Date.now()) / dayMs)),
        }))}
        total={total}
        free={free}
        held={held}
        more={total > jobs.length ? `/jobs/trash?show=${show + pageSize}` : undefined}
      />
    </PageFrame>
  );
}
