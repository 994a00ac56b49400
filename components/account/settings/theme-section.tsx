import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { ThemeSelect } from '#components/shell/theme/theme-select';
import * as texts from '#messages/frame';

/** Light, dark or as the system asks, for this browser. */
export function ThemeSection() {
  return (
    <SettingsSection title={texts.theme()} lead={texts.themeLead()}>
      <ThemeSelect aria-label={texts.theme()} maw="24rem" />
    </SettingsSection>
  );
}
