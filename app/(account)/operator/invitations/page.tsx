import { Text } from '@mantine/core';
import type { Metadata } from 'next';
import { z } from 'zod';
import { ConfirmedButton } from '#app/(account)/operator/confirmed-button.tsx';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { OperatorFrame, OperatorPager } from '#app/(account)/operator/operator-frame.tsx';
import { EmptyLog, LogList } from '#components/shell/log-list';
import { CopyButton } from '#components/ui/copy-button';
import { LocalTime } from '#components/ui/local-time';
import { listInvitations, type PendingInvitation } from '#lib/operator/invitations';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-invitations';
import { withdrawInvitation } from './actions';
import { CreateInvitation } from './create-invitation';
import styles from '#components/shell/section.module.css';

export const generateMetadata = (): Metadata => ({ title: operatorTexts.invitations() });

const path = '/operator/invitations';

const queryShape = z.object({ after: afterShape });

/** Pending invitations, and a form for a new one. */
export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { after } = queryShape.parse(await searchParams);
  const secret = await readSecret(env());
  const listed = await listInvitations(db, { operatorId, after, limit: pageSize + 1 }, secret);
  const { items, links } = toPage(listed, { path, after });
  // Nobody can sign up then, not even with an invitation.
  const isClosed = env().signUp === 'closed';
  return (
    <OperatorFrame email={email} page="invitations" lead={texts.lead()}>
      {isClosed ? <Text mb="lg">{texts.closed()}</Text> : <CreateInvitation />}
      <LogList
        label={texts.list()}
        empty={<EmptyLog title={texts.empty()} hint={isClosed ? undefined : texts.emptyHint()} />}
      >
        {items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </LogList>
      <OperatorPager {...links} />
    </OperatorFrame>
  );
}

function InvitationRow({
  invitation: { id, email, createdAt, validUntil, path: linkPath },
}: {
  invitation: PendingInvitation;
}) {
  const link = linkPath && `${env().baseUrl}${linkPath}`;
  const whose = { email: email ?? texts.noEmail() };
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <span className={styles['name']}>{email ?? texts.anyone()}</span>
        </div>
        <div className={styles['facts']}>
          <span>
            {texts.created()} <LocalTime iso={createdAt.toISOString()} />
          </span>
          <span>
            {texts.expires()} <LocalTime iso={validUntil.toISOString()} />
          </span>
        </div>
        <p className={styles['reason']}>
          {link === undefined ? (
            texts.linkHidden()
          ) : (
            <code id={`invitation-${id}`} className={styles['code']}>
              {link}
            </code>
          )}
        </p>
      </div>
      <div className={styles['buttons']}>
        {link !== undefined && (
          <CopyButton from={`invitation-${id}`} label={texts.copyNamed(whose)}>
            {texts.copy()}
          </CopyButton>
        )}
        <ConfirmedButton
          id={id}
          label={texts.withdraw()}
          name={texts.withdrawNamed(whose)}
          question={{ title: texts.withdrawTitle(), text: texts.withdrawText() }}
          isDestructive
          action={withdrawInvitation}
        />
      </div>
    </li>
  );
}
