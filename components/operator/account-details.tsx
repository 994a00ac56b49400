import { Badge, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import Link from 'next/link';
import type { AccountView } from '#components/operator/account-list';
import { AdjustBalance, type Adjust } from '#components/operator/adjust-balance';
import { LegalHolds, type HeldView, type HoldView, type PlaceHold } from '#components/operator/legal-holds';
import { ConfirmedButton } from '#components/operator/confirmed-button';
import type { ActionResult } from '#components/ui/action-result.ts';
import { Icon } from '#components/ui/icon';
import { LocalTime } from '#components/ui/local-time';
import { formatNumber } from '#lib/messages/format';
import * as texts from '#messages/operator-accounts';
import * as holdTexts from '#messages/operator-legal-holds';
import styles from '#components/shell/section.module.css';

/** One account, with what operators can do to it. */
export function AccountDetails({
  account: { id, email, isOperator, createdAt, balance, jobs, minutes, lastSignInAt, isHeld },
  holds,
  adjust,
  addOperator,
  removeOperator,
  placeHold,
  releaseHold,
}: {
  account: AccountView;
  holds: HoldView[];
  adjust: Adjust;
  addOperator: (accountId: string) => Promise<ActionResult<void>>;
  removeOperator: (accountId: string) => Promise<ActionResult<void>>;
  placeHold: PlaceHold;
  releaseHold: (held: HeldView) => Promise<ActionResult<void>>;
}) {
  return (
    <>
      <Link className={styles['back']} href="/operator/accounts" prefetch={false}>
        <Icon shape={IconArrowLeft} size={16} />
        {texts.back()}
      </Link>
      <div className={styles['heading']}>
        <Title order={2} size="h3">
          {email}
        </Title>
        {isOperator && (
          <Badge variant="default" size="sm">
            {texts.operator()}
          </Badge>
        )}
        {isHeld && (
          <Badge variant="default" size="sm">
            {holdTexts.badge()}
          </Badge>
        )}
      </div>
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.balance()}</dt>
          <dd>{balance}</dd>
          <dt>{texts.jobs()}</dt>
          <dd>{formatNumber(jobs)}</dd>
          <dt>{texts.minutesTranscribed()}</dt>
          <dd>{formatNumber(minutes)}</dd>
          <dt>{texts.created()}</dt>
          <dd>
            <LocalTime iso={createdAt} />
          </dd>
          <dt>{texts.lastSignIn()}</dt>
          <dd>{lastSignInAt === undefined ? texts.neverSignedIn() : <LocalTime iso={lastSignInAt} />}</dd>
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
      <AdjustBalance accountId={id} adjust={adjust} />
      <LegalHolds accountId={id} holds={holds} place={placeHold} release={releaseHold} />
    </>
  );
}
