import { Text } from '@mantine/core';
import { offerRecognition } from '#app/(account)/offer-recognition';
import { requireSession } from '#app/session';
import { readVocabulary } from '#lib/accounts/settings/vocabulary';
import * as texts from '#messages/vocabulary';
import { readEmailWhenDone } from '#lib/accounts/settings/email-when-done';
import { env } from '#lib/settings/env';
import * as notificationsTexts from '#messages/notifications';
import { toMinutes } from '#lib/billing/usage/export-months';
import { readMonths } from '#lib/billing/usage/read-months';
import { formatDate } from '#lib/messages/format';
import { listRepeated } from '#lib/revisions/corrections/list-repeated';
import * as settingsTexts from '#messages/settings';
import { SettingsSection } from './settings-section';
import { Vocabulary } from './vocabulary';
import { Notifications } from './notifications';

/** The account's vocabulary for all recordings. */
export async function VocabularySection() {
  const { db, accountId } = await requireSession('/settings/preferences');
  const [phrases, offer, corrections] = await Promise.all([
    readVocabulary(db, { accountId }),
    offerRecognition(),
    listRepeated(db, { accountId }),
  ]);
  return (
    <SettingsSection title={texts.title()} lead={texts.accountLead()}>
      <Vocabulary phrases={phrases} offer={offer} corrections={corrections} />
    </SettingsSection>
  );
}

/** Notifications about finished transcripts, in this browser and by email. */
export async function NotificationsSection() {
  const { db, accountId, email } = await requireSession('/settings/preferences');
  const emailWhenDone = await readEmailWhenDone(db, { accountId });
  return (
    <SettingsSection title={notificationsTexts.title()} lead={notificationsTexts.lead()}>
      <Notifications email={email} canEmail={env().mail !== undefined} emailWhenDone={emailWhenDone} />
    </SettingsSection>
  );
}

/** Minutes transcribed this month and last month, also if transcription is free. */
export async function UsageSection() {
  const { db, accountId } = await requireSession('/settings/data');
  const months = await readMonths(db, { accountId, months: 2, now: new Date() });
  return (
    <SettingsSection title={settingsTexts.usage()} lead={settingsTexts.usageLead()}>
      {months.map(({ month, seconds }) => (
        <Text key={month}>
          {settingsTexts.usageOfMonth({
            month: formatDate(`${month}-01`, 'month', 'UTC'),
            minutes: toMinutes(seconds),
          })}
        </Text>
      ))}
    </SettingsSection>
  );
}
