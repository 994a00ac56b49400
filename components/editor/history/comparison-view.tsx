'use client';

import { Button, Checkbox, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Trouble } from '#components/account/trouble';
import { historyTexts } from '#components/texts/history';
import type { Comparison } from '#lib/transcripts/compare-words';
import type { Edit } from '#lib/transcripts/edit';
import { useRoom } from '../edit-room';
import { compareApart } from './compare-apart';
import { ComparedText } from './compared-text';
import { goToChange } from './go-to-change';
import { PastHead } from './past-head';
import styles from './past.module.css';
import { useEdits } from './use-edits';
import { VersionChoice } from './version-choice';

const texts = historyTexts.comparison;

/** Two versions, word by word, in place of the text. */
export function ComparisonView({ before, after }: { before: number; after: number }) {
  const room = useRoom();
  const [onlyChanges, setOnlyChanges] = useState(true);
  const read = useEdits(before, after);
  const compared = useComparison(read !== undefined && 'edits' in read ? read.edits : undefined);
  return (
    <>
      <PastHead
        title={texts.title}
        about={
          <>
            <div className={styles['choices']}>
              <VersionChoice
                label={texts.before}
                value={before}
                onChange={(number) => room.showPast({ kind: 'comparison', before: number, after })}
              />
              <VersionChoice
                label={texts.after}
                value={after}
                onChange={(number) => room.showPast({ kind: 'comparison', before, after: number })}
              />
            </div>
            <output className={styles['counts']}>{compared && <Counts counts={compared.counts} />}</output>
          </>
        }
        tools={
          <>
            <Checkbox
              label={texts.onlyChanges}
              checked={onlyChanges}
              onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
            />
            <Button size="xs" variant="default" onClick={() => goToChange(room, -1)}>
              {texts.previous}
            </Button>
            <Button size="xs" variant="default" onClick={() => goToChange(room, 1)}>
              {texts.next}
            </Button>
          </>
        }
      />
      <div className={styles['body']} data-comparison="">
        {read !== undefined && 'trouble' in read && <Trouble>{read.trouble}</Trouble>}
        {compared === undefined && !(read && 'trouble' in read) && (
          <Loader size="sm" aria-label={texts.working} />
        )}
        {compared && <ComparedText comparison={compared} onlyChanges={onlyChanges} />}
      </div>
    </>
  );
}

function useComparison(edits: readonly Edit[] | undefined): Comparison | undefined {
  const [made, setMade] = useState<{ of: readonly Edit[]; comparison: Comparison }>();
  useEffect(() => {
    const [one, other] = edits ?? [];
    if (edits === undefined || one === undefined || other === undefined) return;
    let isWanted = true;
    const compare = async () => {
      const comparison = await compareApart(one, other);
      if (isWanted) setMade({ of: edits, comparison });
    };
    void compare();
    return () => {
      isWanted = false;
    };
  }, [edits]);
  return made?.of === edits ? made?.comparison : undefined;
}

function Counts({ counts }: Pick<Comparison, 'counts'>) {
  if (counts.monologuesChanged === 0) return texts.none;
  const { inserted, deleted, changed, monologuesChanged } = counts;
  return [
    texts.inserted(inserted),
    texts.deleted(deleted),
    texts.changed(changed),
    texts.monologues(monologuesChanged),
  ].join(', ');
}
