'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, type MouseEvent } from 'react';
import { reviewTexts as texts } from '#components/texts/review';
import { clockOf } from '../clock';
import { useRoom, type Room } from '../edit-room';
import { focusIfLost } from '../focus-at-once';
import type { ShownCurrent } from './review';
import { acceptPlace, describePlace, goTo, sameEverywhere, takeBack, type Focus } from './review-commands';
import styles from './review-panel.module.css';
import { useReview } from './use-review';

/** The current place, and what can be done with it. */
export function PlaceCard() {
  const room = useRoom();
  const { now, doubts, places, canTakeBack, same } = useReview();
  const mayEdit = room.door.may === 'edit';
  const next = useRef<HTMLButtonElement>(null);
  const hasSame = same.length > 0;
  useEffect(() => {
    // The button for all alike goes when they are done.
    if (!hasSame) focusIfLost(next.current);
  }, [hasSame]);
  return (
    <section className={styles['card']}>
      <p className={styles['number']}>
        {now !== undefined && texts.place(doubts.indexOf(now.doubt) + 1, doubts.length)}
        {now !== undefined && <span className={styles['faint']}> {clockOf(now.startMs)}</span>}
      </p>
      {now !== undefined && <What room={room} now={now} />}
      {places.length === 0 && doubts.length > 0 && <p className={styles['text']}>{texts.allDone}</p>}
      <div className={styles['buttons']}>
        <Button size="compact-sm" variant="default" onClick={(event) => goTo(room, -1, focusAfter(event))}>
          {texts.previous}
        </Button>
        <Button
          ref={next}
          size="compact-sm"
          variant="default"
          onClick={(event) => goTo(room, 1, focusAfter(event))}
        >
          {texts.next}
        </Button>
        {mayEdit && (
          <Button
            size="compact-sm"
            {...unless(now !== undefined)}
            onClick={(event) => now !== undefined && acceptPlace(room, focusAfter(event))}
          >
            {texts.accept}
          </Button>
        )}
        {mayEdit && (
          <Button
            size="compact-sm"
            variant="subtle"
            {...unless(canTakeBack)}
            onClick={(event) => canTakeBack && takeBack(room, focusAfter(event))}
          >
            {texts.takeBack}
          </Button>
        )}
      </div>
      {mayEdit && <SameEverywhere />}
    </section>
  );
}

/** Shown as not possible, and still able to keep the focus, which a disabled button loses. */
const unless = (isPossible: boolean) => ({ 'data-disabled': !isPossible, 'aria-disabled': !isPossible });

/** A click with the mouse leads into the text, to type; a key or a finger leaves the focus where it is. */
function focusAfter({ detail }: MouseEvent): Focus {
  return detail > 0 && matchMedia('(pointer: fine)').matches ? 'text' : 'stay';
}

function What({ room, now }: { room: Room; now: ShownCurrent }) {
  const { correction, heard, isOpen, doubt } = now;
  if (correction !== undefined) return <p className={styles['text']}>{texts.corrected(heard, correction)}</p>;
  return (
    <p className={styles['text']}>
      {describePlace(room, now)}
      <span className={styles['faint']}> {isOpen ? texts.kinds[doubt.kind] : texts.isRight}</span>
    </p>
  );
}

function SameEverywhere() {
  const room = useRoom();
  const { now, same } = useReview();
  if (now === undefined || same.length === 0) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      className={styles['same'] ?? ''}
      onClick={(event) => sameEverywhere(room, focusAfter(event))}
    >
      {now.correction === undefined
        ? texts.acceptSame(now.heard, same.length)
        : texts.replaceSame(now.heard, same.length, now.correction)}
    </Button>
  );
}
