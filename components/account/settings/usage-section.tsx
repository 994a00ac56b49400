import { Text } from '@mantine/core';
import { SettingsSection } from '#components/account/settings/settings-section';
import * as texts from '#messages/settings';

/** How much was transcribed, month by month, also where that is free. */
export function UsageSection({ months }: { months: { month: string; minutes: number }[] }) {
  return (
    <SettingsSection title={texts.usage()} lead={texts.usageLead()}>
      {months.map((each) => (
        <Text key={each.month}>{texts.usageOfMonth(each)}</Text>
      ))}
    </SettingsSection>
  );
}
