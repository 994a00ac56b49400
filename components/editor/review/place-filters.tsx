'use client';

import { Checkbox, Slider } from '@mantine/core';
import { useState } from 'react';
import { doubtKinds, type DoubtKind } from '#lib/transcripts/find-doubts';
import { reviewTexts as texts } from '#components/texts/review';
import { useRoom } from '../edit-room';
import type { ReviewState } from './review';
import { reviewOf } from './review-commands';
import styles from './review-panel.module.css';
import { useReview } from './use-review';

/** Which places are looked for, and how many. */
export function PlaceFilters() {
  const review = reviewOf(useRoom());
  const { kinds, counts, hasConfidence } = useReview();
  const toggle = (kind: DoubtKind, isWanted: boolean): void =>
    review.change({ kinds: new Set(doubtKinds.filter((one) => (one === kind ? isWanted : kinds.has(one)))) });
  return (
    <fieldset className={styles['filters']}>
      <legend>{texts.filters}</legend>
      {shownKinds({ hasConfidence }).map((kind) => (
        <Checkbox
          key={kind}
          size="sm"
          checked={kinds.has(kind)}
          label={texts.kindCount(texts.kinds[kind], counts[kind])}
          description={texts.kindHelp[kind]}
          onChange={({ currentTarget }) => toggle(kind, currentTarget.checked)}
        />
      ))}
      {hasConfidence && <ShareOfWords />}
    </fieldset>
  );
}

/** The other kinds rest on how sure the engine was. */
const shownKinds = ({ hasConfidence }: Pick<ReviewState, 'hasConfidence'>): readonly DoubtKind[] =>
  hasConfidence ? doubtKinds : ['silence'];

function ShareOfWords() {
  const review = reviewOf(useRoom());
  const { share } = useReview();
  const [shown, setShown] = useState(share * 100);
  return (
    <>
      <p className={styles['text']}>
        {texts.share}: {texts.shareValue(shown / 100)}
      </p>
      <Slider
        min={1}
        max={40}
        value={shown}
        label={null}
        thumbLabel={texts.share}
        thumbProps={{ 'aria-valuetext': texts.shareValue(shown / 100) }}
        onChange={setShown}
        onChangeEnd={(percent) => review.change({ share: percent / 100 })}
      />
    </>
  );
}
