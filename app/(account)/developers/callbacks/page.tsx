import type { Metadata } from 'next';
import { z } from 'zod';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { PageFrame } from '#components/shell/page-frame';
import styles from '#components/shell/section.module.css';
import { ButtonLink } from '#components/ui/button-link';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/webhooks';
import { explainAttempt } from '#app/(account)/developers/callbacks/explain-delivery';
import type { Db } from '#lib/db/database';
import { listCallbacks, type ListedCallback } from '#lib/callbacks/list-callbacks';
import { CallbackLog, type CallbackLogPage, type CallbackView } from './callback-log';
import { TestCallback } from './test-callback';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.webhooks() });

type Query = Promise<Record<string, string | string[] | undefined>>;

const pageSize = 50;

const queryShape = z.object({
  state: z.enum(['pending', 'delivered', 'given_up']).optional().catch(undefined),
  after: z.string().max(64).optional().catch(undefined),
});

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession('/developers/callbacks');
  const log = await readLog(db, { accountId, query: await searchParams });
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="webhooks" lead={texts.lead()}>
        <div className={styles['actions']}>
          <ButtonLink href="/developers/signing-secret">{developerTexts.signingSecret()}</ButtonLink>
        </div>
        <TestCallback />
        <CallbackLog {...log} />
      </DeveloperFrame>
    </PageFrame>
  );
}

/** The page of the callback log that the query asks for; what it asks wrongly counts as not asked. */
async function readLog(
  db: Db,
  { accountId, query }: { accountId: string; query: unknown },
): Promise<CallbackLogPage> {
  const { state, after } = queryShape.parse(query);
  // One more than is shown tells whether there are older ones.
  const listed = await listCallbacks(db, { accountId, state, after, limit: pageSize + 1 });
  const shown = listed.slice(0, pageSize).map(presentCallback);
  const olderAfter = listed.length > pageSize ? shown.at(-1)?.id : undefined;
  return { callbacks: shown, state, isNewest: after === undefined, olderAfter };
}

function presentCallback({ callback, job, latestAttempt }: ListedCallback): CallbackView {
  const { id, jobId, url, state, begunAt, nextTryAt, triesSinceBegun } = callback;
  return {
    id,
    jobId,
    jobName: job.name,
    isSandbox: job.mode === 'test',
    url,
    state,
    begunAt: begunAt.toISOString(),
    nextAttemptAt: state === 'pending' ? nextTryAt.toISOString() : undefined,
    attempts: triesSinceBegun,
    latest: latestAttempt && {
      status: latestAttempt.status ?? undefined,
      durationMs: latestAttempt.durationMs,
      reason: explainAttempt(latestAttempt),
    },
  };
}
