'use client';

import { UnstyledButton } from '@mantine/core';
import { reviewTexts as texts } from '#components/texts/review';
import { clockOf } from '../clock';
import { useRoom } from '../edit-room';
import { describePlace, reviewOf } from './review-commands';
import styles from './review-panel.module.css';
import { useReview } from './use-review';

const before = 2;
const shown = 7;

/** The places that are left around the current one. */
export function PlaceList() {
  const room = useRoom();
  const { now, places } = useReview();
  if (places.length === 0) return null;
  const at = places.findIndex(({ doubt }) => now !== undefined && doubt.from >= now.doubt.from);
  const first = Math.max(0, Math.min(at - before, places.length - shown));
  return (
    <ol className={styles['list']} aria-label={texts.list}>
      {places.slice(first, first + shown).map((place) => (
        <li key={`${place.doubt.from}-${place.doubt.to}`}>
          <UnstyledButton
            className={styles['place'] ?? ''}
            aria-current={place.doubt === now?.doubt || undefined}
            onClick={() => reviewOf(room).visit(place, 'stay')}
          >
            <span className={styles['clock']}>{clockOf(place.startMs)}</span>
            <span className={styles['what']}>{describePlace(room, place)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
