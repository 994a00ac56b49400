'use client';

import * as texts from '#messages/editor/find';
import { Button } from '@mantine/core';
import { useEditorServices } from '#components/editor/context.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { useStored } from '#components/ui/store.ts';
import styles from './find-bar.module.css';
import type { Query } from './pattern';

const options = [
  { name: 'matchCase', title: texts.matchCase, short: texts.matchCaseShort },
  { name: 'wholeWord', title: texts.wholeWord, short: texts.wholeWordShort },
  { name: 'isPattern', title: texts.regularExpression, short: texts.regularExpressionShort },
] as const satisfies ReadonlyArray<{ name: keyof Query; title: () => string; short: () => string }>;

/** How the text is sought, and whether it is to be replaced. */
export function FindOptions() {
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
