'use client';

import { Button, Progress } from '@mantine/core';
import { useEffect } from 'react';
import { reviewTexts as texts } from '#components/texts/review';
import { useRoom } from '../edit-room';
import { focusIfLost } from '../focus-at-once';
import './doubts.css';
import { PlaceCard } from './place-card';
import { PlaceFilters } from './place-filters';
import { PlaceList } from './place-list';
import { reviewOf, startReview, stopReview } from './review-commands';
import styles from './review-panel.module.css';
import { useReview } from './use-review';

/** Goes through the doubtful places; whoever closes it ends the review. */
export function ReviewPanel() {
  const room = useRoom();
  const { isOn, hasConfidence } = useReview();
  const review = reviewOf(room);
  useEffect(() => review.stop, [review]);
  if (!isOn) {
    return (
      <div className={styles['panel']}>
        <p className={styles['text']}>{texts.intro}</p>
        {!hasConfidence && <p className={styles['text']}>{texts.noConfidence}</p>}
        {room.door.may === 'view' && <p className={styles['text']}>{texts.viewOnly}</p>}
        <Button ref={focusIfLost} onClick={() => void startReview(room)}>
          {texts.start}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['panel']}>
      <PlaceCard />
      {!hasConfidence && <p className={styles['text']}>{texts.noConfidence}</p>}
      <Meter />
      <details className={styles['options']} open={isWide()}>
        <summary>{texts.options}</summary>
        <PlaceList />
        <PlaceFilters />
        <Button variant="default" size="compact-sm" onClick={() => stopReview(room)}>
          {texts.stop}
        </Button>
      </details>
    </div>
  );
}

/** On a small screen the text needs the room. */
const isWide = (): boolean => matchMedia('(min-width: 60em)').matches;

function Meter() {
  const { doubts, places, waits } = useReview();
  const reviewed = doubts.length - places.length;
  return (
    <div className={styles['meter']}>
      <p className={styles['text']} id="review-meter">
        {doubts.length === 0 ? texts.nothing : texts.meter(reviewed, doubts.length)}
      </p>
      <Progress
        value={doubts.length === 0 ? 100 : (reviewed / doubts.length) * 100}
        aria-label={texts.meterName}
        size="sm"
      />
      {waits && <p className={styles['faint']}>{texts.waits}</p>}
    </div>
  );
}
