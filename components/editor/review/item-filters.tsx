'use client';

import * as texts from '#messages/editor/review';
import { formatPercent } from '#lib/messages/format';
import { Checkbox, Slider } from '@mantine/core';
import { useState } from 'react';
import { reviewKinds, type ReviewKind } from '#lib/transcript/review/low-confidence';
import { useEditorServices } from '#components/editor/context.ts';
import type { ReviewState } from './review';
import { getReview, useReview } from './review-commands';
import styles from './review-panel.module.css';

/** Chooses the kinds of items, and the share of words. */
export function ItemFilters() {
  const review = getReview(useEditorServices());
  const { kinds, counts, ...has } = useReview();
  const toggle = (kind: ReviewKind, isWanted: boolean): void =>
    review.change({
      kinds: new Set(reviewKinds.filter((other) => (other === kind ? isWanted : kinds.has(other)))),
    });
  return (
    <fieldset className={styles['filters']}>
      <legend>{texts.filters()}</legend>
      {shownKinds(has).map((kind) => (
        <Checkbox
          key={kind}
          size="sm"
          checked={kinds.has(kind)}
          label={texts.kindCount({ kind: texts.kinds[kind](), count: counts[kind] })}
          description={texts.kindHelp[kind]()}
          onChange={({ currentTarget }) => toggle(kind, currentTarget.checked)}
        />
      ))}
      {has.hasConfidence && <ShareOfWords />}
    </fieldset>
  );
}

/** Uncertain and rare words depend on the engine's confidence. */
function shownKinds({
  hasConfidence,
  hasMissedSpeech,
  hasOtherLanguage,
  hasConflicts,
  hasSoundAlikes,
}: Pick<
  ReviewState,
  'hasConfidence' | 'hasMissedSpeech' | 'hasOtherLanguage' | 'hasConflicts' | 'hasSoundAlikes'
>): readonly ReviewKind[] {
  const isShown: Record<ReviewKind, boolean> = {
    conflict: hasConflicts,
    sound: hasSoundAlikes,
    speech: hasMissedSpeech,
    language: hasOtherLanguage,
    confidence: hasConfidence,
    rare: hasConfidence,
    silence: true,
  };
  return reviewKinds.filter((kind) => isShown[kind]);
}

function ShareOfWords() {
  const review = getReview(useEditorServices());
  const { share } = useReview();
  const [shown, setShown] = useState(share * 100);
  return (
    <>
      <p className={styles['text']}>
        {texts.share()}: {texts.shareValue({ percent: formatPercent((shown / 100) * 100) })}
      </p>
      <Slider
        min={1}
        max={40}
        value={shown}
        label={null}
        thumbLabel={texts.share()}
        thumbProps={{ 'aria-valuetext': texts.shareValue({ percent: formatPercent((shown / 100) * 100) }) }}
        onChange={setShown}
        onChangeEnd={(percent) => review.change({ share: percent / 100 })}
      />
    </>
  );
}
