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
import { RepeatedCorrections, type RepeatedCorrection } from './corrections/repeated-corrections';

/** Edits the account's vocabulary, one phrase per line, and suggests frequent corrections. */
export function Vocabulary({
  phrases,
  offer: { engines, limits },
  corrections,
}: {
  phrases: string[];
  offer: Pick<RecognitionOffer, 'engines' | 'limits'>;
  corrections: RepeatedCorrection[];
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

  /** Changes the text without saving it. */
  function change(alter: (lines: string[]) => string[]) {
    setSaved(false);
    setText((before) => alter(before.split('\n').filter((line) => line.trim() !== '')).join('\n'));
  }

  return (
    <>
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
      <RepeatedCorrections
        corrections={corrections}
        onAdd={(phrase) => change((lines) => [...lines, phrase])}
        onRemove={(phrase) => change((lines) => lines.filter((line) => line !== phrase))}
      />
    </>
  );
}

/** Names the engines that use the vocabulary. */
function describeUse(engines: RecognitionOffer['engines']): string {
  const able = engines.filter(({ vocabulary }) => vocabulary).map(({ name }) => name);
  if (able.length === 0) return texts.usedByNone();
  if (able.length === engines.length) return texts.usedByAll();
  return texts.usedBy({ engines: formatList(able) });
}
