'use client';

import * as texts from '#messages/editor/review';
import * as againTexts from '#messages/recognize-again';
import { Button } from '@mantine/core';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { formatClock } from '#lib/messages/format';
import { useEditorServices, useOpenVersion, type EditorServices } from '#components/editor/context.ts';
import { askForPassage } from '#components/editor/recognition/recognition-commands.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { isOfWords } from './locate-items';
import { hasOther, type CurrentItemState } from './review';
import {
  acceptAll,
  acceptItem,
  describeItem,
  goToItem,
  applyToAll,
  undoAccept,
  takeOther,
  type Focus,
  useReview,
} from './review-commands';
import styles from './review-panel.module.css';

/** The current item with its actions. */
export function ItemCard() {
  const services = useEditorServices();
  const { now, items, remaining, canUndo, same } = useReview();
  const canEdit = useSyncView(services.sync, ({ canEdit }) => canEdit);
  const openVersion = useOpenVersion();
  const next = useRef<HTMLButtonElement>(null);
  const hasSame = same.length > 0;
  const canTake = hasOther(now);
  const { access } = services;
  const passage = now?.item.passage;
  useEffect(() => {
    // The buttons for all alike and for other words disappear once done.
    if (!hasSame || !canTake) focusIfLost(next.current);
  }, [hasSame, canTake]);
  return (
    <section className={styles['card']}>
      <p className={styles['number']}>
        {now !== undefined && texts.position({ number: items.indexOf(now.item) + 1, total: items.length })}
        {now !== undefined && <span className={styles['clock']}> {formatClock(now.startMs)}</span>}
      </p>
      {now !== undefined && <ItemText services={services} now={now} />}
      {remaining.length === 0 && items.length > 0 && <p className={styles['text']}>{texts.allDone()}</p>}
      <div className={styles['buttons']}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={(event) => goToItem(services, -1, focusAfter(event))}
        >
          {texts.previous()}
        </Button>
        <Button
          ref={next}
          size="compact-sm"
          variant="default"
          onClick={(event) => goToItem(services, 1, focusAfter(event))}
        >
          {texts.next()}
        </Button>
        {canEdit && (
          <Button
            size="compact-sm"
            {...unless(now !== undefined)}
            onClick={(event) => now !== undefined && acceptItem(services, focusAfter(event))}
          >
            {canTake ? texts.keep() : texts.accept()}
          </Button>
        )}
        {canEdit && canTake && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={(event) => takeOther(services, focusAfter(event))}
          >
            {now.item.kind === 'sound' ? texts.takeEntry({ entry: now.item.text ?? '' }) : texts.takeHeard()}
          </Button>
        )}
        {canEdit && passage !== undefined && access.again !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => askForPassage(services, passage)}>
            {againTexts.command()}
          </Button>
        )}
        {canEdit && (
          <Button
            size="compact-sm"
            variant="subtle"
            {...unless(canUndo)}
            onClick={(event) => canUndo && undoAccept(services, focusAfter(event))}
          >
            {texts.undo()}
          </Button>
        )}
      </div>
      {canEdit && openVersion === undefined && <ApplyToAll />}
    </section>
  );
}

/** Looks disabled but can keep the focus, which a disabled button loses. */
const unless = (isPossible: boolean) => ({ 'data-disabled': !isPossible, 'aria-disabled': !isPossible });

/** A mouse click moves the focus into the text for typing; keys and touch leave it where it is. */
function focusAfter({ detail }: MouseEvent): Focus {
  return detail > 0 && matchMedia('(pointer: fine)').matches ? 'text' : 'stay';
}

function ItemText({ services, now }: { services: EditorServices; now: CurrentItemState }) {
  const { correction, original, isOpen, item } = now;
  if (correction !== undefined)
    return <p className={styles['text']}>{describeCorrection(original, correction)}</p>;
  return (
    <p className={styles['text']}>
      {describeItem(services, now)}
      {!isOpen && <span className={styles['faint']}> {texts.accepted()}</span>}
      {isOpen && isOfWords(item) && item.text === undefined && (
        <span className={styles['faint']}> {texts.kinds[item.kind]()}</span>
      )}
    </p>
  );
}

function describeCorrection(before: string, after: string): string {
  if (before === '') return texts.quoted({ words: after });
  return after === '' ? texts.deleted({ before }) : texts.corrected({ before, after });
}

function ApplyToAll() {
  const services = useEditorServices();
  const { now, same } = useReview();
  if (now === undefined || same.length === 0) return null;
  const count = same.length + 1;
  if (now.item.kind === 'sound' && now.isOpen)
    return (
      <div className={styles['buttons']}>
        <SameButton onClick={(event) => applyToAll(services, focusAfter(event))}>
          {texts.takeEntryForAll({ count })}
        </SameButton>
        <SameButton onClick={(event) => acceptAll(services, focusAfter(event))}>
          {texts.keepAll({ count })}
        </SameButton>
      </div>
    );
  return (
    <SameButton onClick={(event) => applyToAll(services, focusAfter(event))}>
      {now.correction === undefined
        ? texts.acceptSame({ words: now.original, count })
        : now.correction === ''
          ? texts.deleteSame({ before: now.original, count: same.length })
          : texts.replaceSame({ before: now.original, after: now.correction, count: same.length })}
    </SameButton>
  );
}

function SameButton({ onClick, children }: { onClick: (event: MouseEvent) => void; children: ReactNode }) {
  return (
    <Button size="compact-sm" variant="light" className={styles['same'] ?? ''} onClick={onClick}>
      {children}
    </Button>
  );
}
