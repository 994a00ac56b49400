'use client';

import { NativeSelect } from '@mantine/core';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import type { Language } from '#lib/messages/locale';
import { languages } from '#messages/languages';
import * as texts from '#messages/settings';
import { saveLanguage } from './actions';
import { SettingsSection } from './settings-section';

const automatic = 'automatic';

/** The language of the account's pages and emails. A change reloads the page in it. */
export function LanguageSection({ language }: { language: string | null }) {
  const { run, isBusy, error } = useAction(saveLanguage);
  const choices = languages.map((value) => ({ value, label: getLanguageName(value) }));

  async function choose(value: string) {
    const chosen = languages.find((each) => each === value) ?? null;
    if ((await run(chosen)) !== undefined) globalThis.location.reload();
  }

  return (
    <SettingsSection title={texts.language()} lead={texts.languageLead()}>
      <NativeSelect
        aria-label={texts.language()}
        maw="24rem"
        data={[{ value: automatic, label: texts.languageAutomatic() }, ...choices]}
        defaultValue={language ?? automatic}
        disabled={isBusy}
        onChange={(event) => void choose(event.currentTarget.value)}
      />
      <ErrorAlert>{error}</ErrorAlert>
    </SettingsSection>
  );
}

/** A language's name in that language, for people who read no other. */
function getLanguageName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
