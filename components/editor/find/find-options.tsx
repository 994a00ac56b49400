'use client';

import { Button } from '@mantine/core';
import { findTexts as texts } from '#components/texts/find';
import { useRoom } from '../edit-room';
import { useStored } from '../store';
import styles from './find-bar.module.css';
import type { Query } from './pattern';

const options = [
  { name: 'matchCase', title: texts.matchCase, short: texts.matchCaseShort },
  { name: 'wholeWord', title: texts.wholeWord, short: texts.wholeWordShort },
  { name: 'isPattern', title: texts.isPattern, short: texts.isPatternShort },
] as const satisfies ReadonlyArray<{ name: keyof Query; title: string; short: string }>;

/** How the text is sought, and whether it is to be replaced. */
export function FindOptions() {
  const { finder, door } = useRoom();
  const { query, isReplacing } = useStored(finder);
  return (
    <span className={styles['options']}>
      {options.map(({ name, title, short }) => (
        <Button
          key={name}
          size="compact-sm"
          variant={query[name] ? 'filled' : 'default'}
          aria-pressed={query[name]}
          aria-label={title}
          title={title}
          onClick={() => finder.seek({ [name]: !query[name] })}
        >
          {short}
        </Button>
      ))}
      {door.may === 'edit' && !isReplacing && (
        <Button size="compact-sm" variant="subtle" onClick={() => finder.open('replace')}>
          {texts.more}
        </Button>
      )}
    </span>
  );
}
