'use client';

import { Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { SettingsSection } from '#components/account/settings-section';
import { Trouble } from '#components/account/trouble';
import { recognitionTexts } from '#components/texts/recognition';
import type { RecognitionOffer } from './recognition/offer';
import { parseVocabulary } from './recognition/parse-vocabulary';
import { VocabularyField } from './recognition/vocabulary-field';
import { useAction, type Outcome } from './use-action';

const texts = recognitionTexts.standing;

/** The words and phrases that count for all recordings of an account. */
export function VocabularySection({
  phrases,
  offer: { engines, limits },
  save,
}: {
  phrases: string[];
  offer: Pick<RecognitionOffer, 'engines' | 'limits'>;
  save: (phrases: string[]) => Promise<Outcome<void>>;
}) {
  const [text, setText] = useState(phrases.join('\n'));
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, trouble } = useAction(save);
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
    <SettingsSection title={texts.title} lead={texts.lead}>
      <form method="post" onSubmit={(event) => void submit(event)}>
        <VocabularyField
          size="md"
          label={texts.field}
          hint={texts.hint}
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
          {texts.save}
        </BusyButton>
        <output>{isSaved && <Text span>{texts.saved}</Text>}</output>
        <Trouble>{trouble}</Trouble>
      </form>
    </SettingsSection>
  );
}

/** Which of the engines make use of the list. */
function describeUse(engines: RecognitionOffer['engines']): string {
  const able = engines.filter(({ vocabulary }) => vocabulary).map(({ name }) => name);
  if (able.length === 0) return texts.usedByNone;
  if (able.length === engines.length) return texts.usedByAll;
  return texts.usedBy(new Intl.ListFormat('en').format(able));
}
