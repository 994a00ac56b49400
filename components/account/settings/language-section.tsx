'use client';

import { NativeSelect } from '@mantine/core';
import type { ActionResult } from '#components/ui/action-result.ts';
import { SettingsSection } from '#components/account/settings/settings-section';
import { ErrorAlert } from '#components/ui/error-alert';
import type { Language } from '#lib/messages/locale';
import { languages } from '#messages/languages';
import * as texts from '#messages/settings';
import { useAction } from '#components/ui/use-action.ts';

const automatic = 'automatic';

/** The language of the account's pages and emails. The page is loaded again in the one that is chosen. */
export function LanguageSection({
  language,
  save,
}: {
  language: string | null;
  save: (language: Language | null) => Promise<ActionResult<null>>;
}) {
  const { run, isBusy, error } = useAction(save);
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

/** A language in its own words: whoever reads no other finds it. */
function getLanguageName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
