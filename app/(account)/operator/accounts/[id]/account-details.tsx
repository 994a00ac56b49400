import { Badge, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { ConfirmedButton } from '#app/(account)/operator/confirmed-button.tsx';
import { Icon } from '#components/ui/icon';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import type { PlacedHold } from '#lib/legal-holds/legal-holds';
import { formatMoney, formatNumber } from '#lib/messages/format';
import type { AccountSummary } from '#lib/operator/accounts';
import * as texts from '#messages/operator-accounts';
import * as holdTexts from '#messages/operator-legal-holds';
import { addOperator, removeOperator } from './actions';
import { AdjustBalance } from './adjust-balance';
import { LegalHolds } from './legal-holds';
import styles from '#components/shell/section.module.css';

/** An account, with changes that operators can make. */
export function AccountDetails({
  account: { id, email, role, createdAt, balanceCents, jobs, minutes, lastSignInAt, isHeld },
  holds,
}: {
  account: AccountSummary;
  holds: PlacedHold[];
}) {
  const isOperator = role === 'operator';
  return (
    <>
      <Link className={styles['back']} href="/operator/accounts">
        <Icon shape={IconArrowLeft} size={16} />
        {texts.back()}
      </Link>
      <div className={styles['heading']}>
        <Title order={2} size="h3">
          {email}
        </Title>
        {isOperator && <Badge>{texts.operator()}</Badge>}
        {isHeld && <Badge>{holdTexts.badge()}</Badge>}
      </div>
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.balance()}</dt>
          <dd>{formatMoney(balanceCents)}</dd>
          <dt>{texts.jobs()}</dt>
          <dd>{formatNumber(jobs)}</dd>
          <dt>{texts.minutesTranscribed()}</dt>
          <dd>{formatNumber(Math.round(minutes))}</dd>
          <dt>{texts.created()}</dt>
          <dd>
            <LocalTime iso={createdAt.toISOString()} />
          </dd>
          <dt>{texts.lastSignIn()}</dt>
          <dd>
            {lastSignInAt === null ? texts.neverSignedIn() : <LocalTime iso={lastSignInAt.toISOString()} />}
          </dd>
        </dl>
      </div>
      <div className={styles['pages']}>
        {isOperator ? (
          <ConfirmedButton
            key="remove"
            id={id}
            label={texts.removeOperator()}
            question={{
              title: texts.removeOperatorTitle({ email }),
              text: texts.removeOperatorText({ email }),
            }}
            isDestructive
            action={removeOperator}
          />
        ) : (
          <ConfirmedButton
            key="add"
            id={id}
            label={texts.addOperator()}
            question={{ title: texts.addOperatorTitle({ email }), text: texts.addOperatorText({ email }) }}
            action={addOperator}
          />
        )}
      </div>
      <Title order={2} size="h3" mt="xl" mb="sm">
        {texts.adjust()}
      </Title>
      <AdjustBalance accountId={id} />
      <LegalHolds accountId={id} holds={holds} />
    </>
  );
}
