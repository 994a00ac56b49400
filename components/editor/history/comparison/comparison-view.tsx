'use client';

import * as texts from '#messages/editor/comparison';
import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorAlert } from '#components/ui/error-alert';
import { Loading } from '#components/ui/loading';
import type { Comparison } from '#lib/transcript/diff/compare-words';
import type { Edit } from '#lib/transcript/edit';
import { useEditorServices } from '#components/editor/context.ts';
import { compareInWorker } from './compare-in-worker';
import { ComparedText } from './compared-text';
import { goToChange } from './go-to-change';
import { VersionHeader } from '#components/editor/history/version-header';
import styles from '#components/editor/history/version.module.css';
import { useEdits } from './use-edits';
import { VersionChoice } from '#components/editor/history/version-choice';

/** Two versions, word by word, in place of the text. */
export function ComparisonView({ before, after }: { before: number; after: number }) {
  const services = useEditorServices();
  const [onlyChanges, setOnlyChanges] = useState(true);
  const read = useEdits(before, after);
  const compared = useComparison(read !== undefined && 'edits' in read ? read.edits : undefined);
  return (
    <>
      <VersionHeader
        title={texts.title()}
        about={
          <>
            <div className={styles['choices']}>
              <VersionChoice
                label={texts.before()}
                value={before}
                onChange={(number) => services.openVersion.set({ kind: 'comparison', before: number, after })}
              />
              <VersionChoice
                label={texts.after()}
                value={after}
                onChange={(number) => services.openVersion.set({ kind: 'comparison', before, after: number })}
              />
            </div>
            <output className={styles['counts']}>{compared && <Counts counts={compared.counts} />}</output>
          </>
        }
        tools={
          <>
            <Checkbox
              label={texts.onlyChanges()}
              checked={onlyChanges}
              onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
            />
            <Button size="xs" variant="default" onClick={() => goToChange(services, -1)}>
              {texts.previousChange()}
            </Button>
            <Button size="xs" variant="default" onClick={() => goToChange(services, 1)}>
              {texts.nextChange()}
            </Button>
          </>
        }
      />
      <div className={styles['body']} data-comparison="">
        {read !== undefined && 'error' in read && <ErrorAlert>{read.error}</ErrorAlert>}
        {compared === undefined && !(read && 'error' in read) && <Loading label={texts.comparing()} />}
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
      const comparison = await compareInWorker(one, other);
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
  if (counts.monologuesChanged === 0) return texts.noDifferences();
  const { inserted, deleted, changed, monologuesChanged } = counts;
  return [
    texts.insertedWords({ count: inserted }),
    texts.deletedWords({ count: deleted }),
    texts.changedPassages({ count: changed }),
    texts.inParagraphs({ count: monologuesChanged }),
  ].join(', ');
}
