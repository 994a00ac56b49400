'use client';

import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { findTexts as texts } from '#components/texts/find';
import { useRoom } from '../edit-room';
import { useStored } from '../store';
import styles from './find-bar.module.css';
import { FindOptions } from './find-options';
import './find-hits.css';
import { longestQuery } from './pattern';

/** The bar at the top right of the text, while it is open. */
export function FindBar() {
  const { finder } = useRoom();
  const { isOpen } = useStored(finder);
  return isOpen ? <OpenBar /> : null;
}

function OpenBar() {
  const { finder, door } = useRoom();
  const { query, total, current, trouble, isSearching, isReplacing, asked } = useStored(finder);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [asked]);
  const count = isSearching ? texts.searching : texts.count(current + 1, total);
  return (
    <div className={styles['place']}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape from whatever is inside */}
      <search
        aria-label={texts.bar}
        // As in a panel Escape is its own here, not the key that plays.
        data-panel="find"
        className={styles['bar']}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          finder.close();
        }}
      >
        <div className={styles['row']}>
          <TextInput
            ref={field}
            className={styles['field'] ?? ''}
            size="sm"
            aria-label={texts.find}
            placeholder={texts.find}
            value={query.text}
            maxLength={longestQuery}
            dir="auto"
            spellCheck={false}
            error={trouble !== undefined}
            aria-describedby={trouble === undefined ? undefined : 'find-trouble'}
            onChange={({ currentTarget }) => finder.seek({ text: currentTarget.value })}
            onKeyDown={(event) => onEnter(event, () => finder.go(event.shiftKey ? -1 : 1))}
          />
          <ActionIcon variant="subtle" size="lg" aria-label={texts.previous} onClick={() => finder.go(-1)}>
            <span aria-hidden>↑</span>
          </ActionIcon>
          <ActionIcon variant="subtle" size="lg" aria-label={texts.next} onClick={() => finder.go(1)}>
            <span aria-hidden>↓</span>
          </ActionIcon>
          <CloseButton aria-label={texts.close} onClick={() => finder.close()} />
        </div>
        <div className={styles['row']}>
          <FindOptions />
          <span className={styles['count']} data-count>
            {query.text !== '' && trouble === undefined && count}
          </span>
        </div>
        {trouble !== undefined && (
          <p id="find-trouble" className={styles['trouble']} role="alert">
            {trouble}
          </p>
        )}
        {isReplacing && door.may === 'edit' && <Replacing />}
      </search>
    </div>
  );
}

function Replacing() {
  const { finder } = useRoom();
  const { replacement, total, isSearching } = useStored(finder);
  // Not `disabled`, which would take the focus from a button that has just replaced the last place.
  const possible = total === 0 || isSearching ? { 'aria-disabled': true, 'data-disabled': true } : {};
  return (
    <div className={styles['row']}>
      <TextInput
        className={styles['field'] ?? ''}
        size="sm"
        aria-label={texts.replaceWith}
        placeholder={texts.replaceWith}
        value={replacement}
        maxLength={longestQuery}
        dir="auto"
        onChange={({ currentTarget }) => finder.setReplacement(currentTarget.value)}
        onKeyDown={(event) => onEnter(event, () => finder.replaceOne())}
      />
      <span className={styles['acts']}>
        <Button size="compact-sm" variant="default" {...possible} onClick={() => finder.replaceOne()}>
          {texts.replaceOne}
        </Button>
        <Button size="compact-sm" variant="default" {...possible} onClick={() => finder.replaceAll()}>
          {texts.replaceAll(total)}
        </Button>
      </span>
    </div>
  );
}

function onEnter(event: KeyboardEvent, work: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  work();
}
