'use client';

import { Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { SettingsSection } from '#components/account/settings/settings-section';
import { ErrorAlert } from '#components/ui/error-alert';
import { formatList } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/vocabulary';
import type { RecognitionOffer } from '#components/account/recognition/offer.ts';
import { parseVocabulary } from '#components/account/recognition/parse-vocabulary.ts';
import { VocabularyField } from '#components/account/recognition/vocabulary-field';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';

/** The words and phrases that count for all recordings of an account. */
export function VocabularySection({
  phrases,
  offer: { engines, limits },
  save,
}: {
  phrases: string[];
  offer: Pick<RecognitionOffer, 'engines' | 'limits'>;
  save: (phrases: string[]) => Promise<ActionResult<void>>;
}) {
  const [text, setText] = useState(phrases.join('\n'));
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(save);
  const { phrases: typed, faults } = parseVocabulary(text, limits);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSaved(false);
    if (faults.length > 0) return event.currentTarget.querySelector('textarea')?.focus();
    if ((await run(typed)) === undefined) return;
    setText(typed.join('\n'));
    setSaved(true);
  }

  return (
    <SettingsSection title={texts.title()} lead={texts.accountLead()}>
      <form method="post" onSubmit={(event) => void submit(event)}>
        <VocabularyField
          size="md"
          label={texts.accountField()}
          hint={texts.accountHint()}
          limits={limits}
          value={text}
          faults={faults}
          onChange={(value) => {
            setSaved(false);
            setText(value);
          }}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {describeUse(engines)}
        </Text>
        <BusyButton type="submit" variant="default" my="md" isBusy={isBusy}>
          {texts.save()}
        </BusyButton>
        <output>{isSaved && <Text span>{commonTexts.saved()}</Text>}</output>
        <ErrorAlert>{error}</ErrorAlert>
      </form>
    </SettingsSection>
  );
}

/** Which of the engines make use of the list. */
function describeUse(engines: RecognitionOffer['engines']): string {
  const able = engines.filter(({ vocabulary }) => vocabulary).map(({ name }) => name);
  if (able.length === 0) return texts.usedByNone();
  if (able.length === engines.length) return texts.usedByAll();
  return texts.usedBy({ engines: formatList(able) });
}
