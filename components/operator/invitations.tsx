import { Text } from '@mantine/core';
import { ConfirmedButton } from '#components/operator/confirmed-button';
import { CreateInvitation, type Create } from '#components/operator/create-invitation';
import { OperatorPager, type PageLinks } from '#components/operator/operator-pager';
import type { ActionResult } from '#components/ui/action-result.ts';
import { CopyButton } from '#components/ui/copy-button';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/operator-invitations';
import styles from '#components/shell/section.module.css';

/** An invitation that can still be used. Moments are ISO texts; `link` is undefined where it can't be shown again. */
export interface InvitationView {
  id: string;
  email: string | undefined;
  createdAt: string;
  validUntil: string;
  link: string | undefined;
}

/** The invitations that can still be used, and a form for a new one. */
export function Invitations({
  invitations,
  links,
  isClosed,
  create,
  withdraw,
}: {
  invitations: InvitationView[];
  links: PageLinks;
  /** Nobody can sign up, not even with an invitation. */
  isClosed: boolean;
  create: Create;
  withdraw: (invitationId: string) => Promise<ActionResult<void>>;
}) {
  return (
    <>
      {isClosed ? <Text mb="lg">{texts.closed()}</Text> : <CreateInvitation create={create} />}
      {invitations.length === 0 ? (
        <div className={styles['empty']}>
          <strong>{texts.empty()}</strong>
          {!isClosed && <span>{texts.emptyHint()}</span>}
        </div>
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} withdraw={withdraw} />
          ))}
        </ul>
      )}
      <OperatorPager {...links} />
    </>
  );
}

function InvitationRow({
  invitation: { id, email, createdAt, validUntil, link },
  withdraw,
}: {
  invitation: InvitationView;
  withdraw: (invitationId: string) => Promise<ActionResult<void>>;
}) {
  const whose = { email: email ?? texts.noEmail() };
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <span className={styles['name']}>{email ?? texts.anyone()}</span>
        </div>
        <div className={styles['facts']}>
          <span>
            {texts.created()} <LocalTime iso={createdAt} />
          </span>
          <span>
            {texts.expires()} <LocalTime iso={validUntil} />
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
          action={withdraw}
        />
      </div>
    </li>
  );
}
