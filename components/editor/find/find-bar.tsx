'use client';

import * as texts from '#messages/editor/find';
import * as commonTexts from '#messages/common';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { onEscape } from '#components/editor/keyboard/on-escape.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { useStored } from '#components/ui/store.ts';
import { IconButton } from '#components/editor/keyboard/command-tip';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { useSteadyText } from '#components/editor/reading/steady-text.ts';
import styles from './find-bar.module.css';
import './find-hits.css';
import { maxQueryLength, type Query } from './pattern';

/** The find bar at the top right of the text. */
export function FindBar() {
  const { finder } = useEditorServices();
  const { isOpen } = useStored(finder);
  const getShape = useCallback(() => {
    const { isOpen, isReplacing, error } = finder.get();
    return isOpen ? `${isReplacing} ${error !== undefined}` : '';
  }, [finder]);
  useSteadyText(finder.subscribe, getShape);
  return isOpen ? <OpenBar /> : null;
}

function OpenBar() {
  const { finder, sync } = useEditorServices();
  const canEdit = useSyncView(sync, ({ canEdit }) => canEdit);
  const { query, total, current, replaced, error, isSearching, isReplacing, focusRequests } =
    useStored(finder);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusRequests === 0) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [focusRequests]);
  const position =
    replaced > 0 ? texts.allReplaced({ count: replaced }) : texts.position({ current: current + 1, total });
  const count = isSearching ? texts.searching() : position;
  return (
    <div className={styles['place']}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Escape of the controls inside */}
      <search
        aria-label={texts.label()}
        // As in a panel, Escape closes this instead of playing.
        data-panel="find"
        className={styles['bar']}
        onKeyDown={(event) => onEscape(event, () => finder.close())}
      >
        <TextInput
          ref={field}
          className={styles['field'] ?? ''}
          size="sm"
          aria-label={texts.find()}
          placeholder={texts.find()}
          value={query.text}
          maxLength={maxQueryLength}
          dir="auto"
          spellCheck={false}
          error={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'find-error'}
          onChange={({ currentTarget }) => finder.setQuery({ text: currentTarget.value })}
          onKeyDown={(event) => onEnter(event, () => finder.go(event.shiftKey ? -1 : 1))}
        />
        {/* Next in tab order, but displayed below everything else, which it must not shift. */}
        {isReplacing && canEdit && <Replacing />}
        <span className={styles['steps']}>
          <IconButton
            label={texts.previousMatch()}
            command="find-previous"
            icon={IconChevronUp}
            size="lg"
            onClick={() => finder.go(-1)}
          />
          <IconButton
            label={texts.nextMatch()}
            command="find-next"
            icon={IconChevronDown}
            size="lg"
            onClick={() => finder.go(1)}
          />
          <CloseButton aria-label={commonTexts.close()} onClick={() => finder.close()} />
        </span>
        <div className={styles['middle']}>
          <FindOptions />
          <span className={styles['count']} data-count>
            {query.text !== '' && error === undefined && count}
          </span>
        </div>
        {error !== undefined && (
          <p id="find-error" className={styles['error']} role="alert">
            {error}
          </p>
        )}
      </search>
    </div>
  );
}

function Replacing() {
  const { finder } = useEditorServices();
  const { replacement, total, isSearching } = useStored(finder);
  // Not `disabled`: a button that just replaced the last match would lose the focus.
  const possible = total === 0 || isSearching ? { 'aria-disabled': true, 'data-disabled': true } : {};
  return (
    <div className={styles['replacing']}>
      <TextInput
        className={styles['field'] ?? ''}
        size="sm"
        aria-label={texts.replaceWith()}
        placeholder={texts.replaceWith()}
        value={replacement}
        maxLength={maxQueryLength}
        dir="auto"
        onChange={({ currentTarget }) => finder.setReplacement(currentTarget.value)}
        onKeyDown={(event) => onEnter(event, () => finder.replaceOne())}
      />
      <span className={styles['acts']}>
        <Button size="compact-sm" variant="default" {...possible} onClick={() => finder.replaceOne()}>
          {texts.replace()}
        </Button>
        <Button size="compact-sm" variant="default" {...possible} onClick={() => finder.replaceAll()}>
          {texts.replaceAll({ count: total })}
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

const options = [
  { name: 'matchCase', title: texts.matchCase, short: texts.matchCaseShort },
  { name: 'wholeWord', title: texts.wholeWord, short: texts.wholeWordShort },
  { name: 'isPattern', title: texts.regularExpression, short: texts.regularExpressionShort },
] as const satisfies ReadonlyArray<{ name: keyof Query; title: () => string; short: () => string }>;

/** The search options, and the button that shows the replace field. */
function FindOptions() {
  const { finder, sync } = useEditorServices();
  const canEdit = useSyncView(sync, ({ canEdit }) => canEdit);
  const { query, isReplacing } = useStored(finder);
  return (
    <span className={styles['options']}>
      {options.map(({ name, title, short }) => (
        <Button
          key={name}
          size="compact-sm"
          variant={query[name] ? 'filled' : 'default'}
          aria-pressed={query[name]}
          aria-label={title()}
          title={title()}
          onClick={() => finder.setQuery({ [name]: !query[name] })}
        >
          {short()}
        </Button>
      ))}
      {canEdit && !isReplacing && (
        <Button size="compact-sm" variant="subtle" onClick={() => finder.open('replace')}>
          {texts.showReplace()}
        </Button>
      )}
    </span>
  );
}
