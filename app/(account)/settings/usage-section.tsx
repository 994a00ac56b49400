import { Text } from '@mantine/core';
import { requireSession } from '#app/session';
import { toMinutes } from '#lib/billing/usage/export-months';
import { readMonths } from '#lib/billing/usage/read-months';
import { formatDate } from '#lib/messages/format';
import * as texts from '#messages/settings';
import { SettingsSection } from './settings-section';

/** Minutes transcribed this month and last month, also if transcribing is free. */
export async function UsageSection() {
  const { db, accountId } = await requireSession('/settings');
  const months = await readMonths(db, { accountId, months: 2, now: new Date() });
  return (
    <SettingsSection title={texts.usage()} lead={texts.usageLead()}>
      {months.map(({ month, seconds }) => (
        <Text key={month}>
          {texts.usageOfMonth({
            month: formatDate(`${month}-01`, 'month', 'UTC'),
            minutes: toMinutes(seconds),
          })}
        </Text>
      ))}
    </SettingsSection>
  );
}
