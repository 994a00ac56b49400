import { Title } from '@mantine/core';
import type { Metadata } from 'next';
import { offerRecognition } from '#app/(account)/offer-recognition';
import {
  changeDisplayName,
  changeEmailWhenDone,
  changeLanguage,
  changeOwnPassword,
  signOut,
} from '#app/(account)/settings/actions';
import {
  cancelEmailChange,
  requestEmailChange,
  resendEmailChange,
} from '#app/(account)/settings/email-actions';
import {
  removeAccount,
  revokeLink,
  saveRetention,
  saveStandingVocabulary,
} from '#app/(account)/settings/retention-actions';
import {
  endTwoFactor,
  finishTwoFactor,
  replaceOwnCodes,
  startTwoFactor,
} from '#app/(account)/settings/two-factor-actions';
import { finishPasskey, removeOwnPasskey, startPasskey } from '#app/(account)/settings/passkey-actions';
import { requireSession } from '#app/session';
import { DeleteAccount } from '#components/account/settings/delete-account';
import { DisplayNameSection } from '#components/account/settings/display-name-section';
import { DownloadAccount } from '#components/account/settings/download-account';
import { NotificationsSection } from '#components/account/settings/notifications-section';
import { EmailSection } from '#components/account/settings/email-section';
import { PasskeysSection } from '#components/account/settings/sign-in/passkeys-section';
import { PasswordSection } from '#components/account/settings/sign-in/password-section';
import { Retention } from '#components/account/settings/retention';
import { SecurityLogSection } from '#components/account/settings/security-log-section';
import { SessionsSection } from '#components/account/settings/sign-in/sessions-section';
import { ShareLinks, type ShareLinkView } from '#components/account/settings/share-links';
import { TwoFactorSection } from '#components/account/settings/sign-in/two-factor-section';
import { UsageSection } from '#components/account/settings/usage-section';
import { VocabularySection } from '#components/account/settings/vocabulary-section';
import { PageFrame } from '#components/shell/page-frame';
import { readEmailChange } from '#lib/accounts/email-change/request-email-change';
import { toDisplayName } from '#lib/accounts/display-name';
import { describeDevice } from '#lib/accounts/sessions/describe-device';
import { hasPassword } from '#lib/accounts/passwords/has-password';
import { listSessions } from '#lib/accounts/sessions/list-sessions';
import { readEmailWhenDone } from '#lib/accounts/settings/email-when-done';
import { listPasskeys } from '#lib/accounts/passkeys/passkeys';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';
import { readTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { readVocabulary } from '#lib/accounts/settings/read-vocabulary';
import { readRetention } from '#lib/accounts/settings/retention';
import { toMinutes } from '#lib/billing/usage/export-months';
import { readMonths } from '#lib/billing/usage/read-months';
import { formatDate } from '#lib/messages/format';
import { readHeld } from '#lib/legal-holds/read-legal-hold';
import { listAccountShareLinks, type ShareLinkOfAccount } from '#lib/share-links/list-account-share-links';
import { LanguageSection } from '#components/account/settings/language-section';
import { ThemeSection } from '#components/account/settings/theme-section';
import { env } from '#lib/settings/env';
import * as texts from '#messages/settings';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page() {
  const { db, accountId, email, displayName, language, sessionId } = await requireSession('/settings');
  const [
    emailChange,
    twoFactor,
    passkeys,
    sessions,
    isPasswordSet,
    links,
    retention,
    phrases,
    emailWhenDone,
    offer,
    held,
    months,
  ] = await Promise.all([
    readEmailChange(db, { accountId }),
    readTwoFactor(db, { accountId }),
    listPasskeys(db, { accountId }),
    listSessions(db, { accountId }),
    hasPassword(db, { accountId }),
    listAccountShareLinks(db, { accountId }),
    readRetention(db, { accountId }),
    readVocabulary(db, { accountId }),
    readEmailWhenDone(db, { accountId }),
    offerRecognition(),
    readHeld(db, { accountId }),
    readMonths(db, { accountId, months: 2, now: new Date() }),
  ]);
  const shown = sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    ...describeDevice(userAgent),
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: id === sessionId,
  }));
  return (
    <PageFrame email={email}>
      <Title order={1}>{texts.title()}</Title>
      <DisplayNameSection
        displayName={displayName}
        defaultName={toDisplayName(email)}
        save={changeDisplayName}
      />
      <EmailSection
        email={email}
        pending={emailChange?.email}
        obstacle={env().mail === undefined ? 'no-mail' : isPasswordSet ? undefined : 'no-password'}
        actions={{ change: requestEmailChange, sendAgain: resendEmailChange, cancel: cancelEmailChange }}
      />
      <PasswordSection email={email} isPasswordSet={isPasswordSet} change={changeOwnPassword} />
      {isPasswordSet && (
        <TwoFactorSection
          current={twoFactor && { ...twoFactor, since: twoFactor.since.toISOString() }}
          actions={{
            start: startTwoFactor,
            finish: finishTwoFactor,
            turnOff: endTwoFactor,
            renewCodes: replaceOwnCodes,
          }}
        />
      )}
      <PasskeysSection
        passkeys={passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
          ...passkey,
          addedAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString(),
        }))}
        address={env().baseUrl}
        isAvailable={getRelyingParty(env().baseUrl) !== undefined}
        isPasswordSet={isPasswordSet}
        actions={{ start: startPasskey, finish: finishPasskey, remove: removeOwnPasskey }}
      />
      <SessionsSection sessions={shown} signOut={signOut} />
      <SecurityLogSection href="/settings/security-log" />
      <ThemeSection />
      <LanguageSection language={language} save={changeLanguage} />
      <NotificationsSection
        email={email}
        canEmail={env().mail !== undefined}
        emailWhenDone={emailWhenDone}
        save={changeEmailWhenDone}
      />
      <VocabularySection phrases={phrases} offer={offer} save={saveStandingVocabulary} />
      <UsageSection
        months={months.map(({ month, seconds }) => ({
          month: formatDate(`${month}-01`, 'month', 'UTC'),
          minutes: toMinutes(seconds),
        }))}
      />
      <ShareLinks links={links.map(presentShareLink)} revoke={revokeLink} />
      <Retention current={retention} held={held} save={saveRetention} />
      <DownloadAccount href="/settings/export" />
      <DeleteAccount email={email} isPasswordSet={isPasswordSet} held={held} remove={removeAccount} />
    </PageFrame>
  );
}

function presentShareLink({
  createdAt,
  jobId,
  jobName,
  name,
  expiresAt,
  ...link
}: ShareLinkOfAccount): ShareLinkView {
  return {
    ...link,
    madeAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    name: jobName,
    forWhom: name,
    href: `/editor/${jobId}`,
  };
}
