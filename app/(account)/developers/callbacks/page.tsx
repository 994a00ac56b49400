import type { Metadata } from 'next';
import { z } from 'zod';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import styles from '#components/shell/section.module.css';
import { ButtonLink } from '#components/ui/link';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/webhooks';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/paging';
import { listCallbacks } from '#lib/callbacks/list-callbacks';
import { CallbackLog } from './callback-log';
import { TestCallback } from './test-callback';

export const generateMetadata = (): Metadata => ({ title: developerTexts.webhooks() });

const path = '/developers/callbacks';

// Invalid parameters count as missing.
const queryShape = z.object({
  state: z.enum(['pending', 'delivered', 'given_up']).optional().catch(undefined),
  after: afterShape,
});

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession(path);
  const { state, after } = queryShape.parse(await searchParams);
  const listed = await listCallbacks(db, { accountId, state, after, limit: pageSize + 1 });
  const { items, links } = toPage(
    listed.map((row) => ({ ...row, id: row.callback.id })),
    { path, after, query: { state } },
  );
  return (
    <DeveloperFrame email={email} page="webhooks" lead={texts.lead()}>
      <div className={styles['actions']}>
        <ButtonLink href="/developers/signing-secret">{developerTexts.signingSecret()}</ButtonLink>
      </div>
      <TestCallback />
      <CallbackLog callbacks={items} state={state} links={links} />
    </DeveloperFrame>
  );
}
