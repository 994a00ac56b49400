'use client';

import { Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { formatList } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/vocabulary';
import type { RecognitionOffer } from '#components/recognition/offer.ts';
import { parseVocabulary } from '#components/recognition/parse-vocabulary.ts';
import { VocabularyField } from '#components/recognition/vocabulary-field';
import { useAction } from '#components/ui/use-action.ts';
import { saveVocabulary } from './actions';

/** Edits the account's vocabulary, one phrase a line. */
export function Vocabulary({
  phrases,
  offer: { engines, limits },
}: {
  phrases: string[];
  offer: Pick<RecognitionOffer, 'engines' | 'limits'>;
}) {
  const [text, setText] = useState(phrases.join('\n'));
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(saveVocabulary);
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
  );
}

/** Names the engines that use the list. */
function describeUse(engines: RecognitionOffer['engines']): string {
  const able = engines.filter(({ vocabulary }) => vocabulary).map(({ name }) => name);
  if (able.length === 0) return texts.usedByNone();
  if (able.length === engines.length) return texts.usedByAll();
  return texts.usedBy({ engines: formatList(able) });
}
