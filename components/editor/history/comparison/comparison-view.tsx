'use client';

import * as texts from '#messages/editor/comparison';
import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Choice } from '#components/ui/choice';
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
import * as historyTexts from '#messages/editor/history';
import * as comparisonTexts from '#messages/editor/comparison';
import { formatDate } from '#lib/messages/format';
import type { ListedRevision } from '#components/editor/history/listed-revision.ts';
import { useRevisions } from '#components/editor/history/use-revisions.ts';

/** A word-by-word comparison of two versions, in place of the text. */
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
            <output className={styles['counts']}>{compared && <Counts comparison={compared} />}</output>
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

function Counts({ comparison: { counts, renamed } }: { comparison: Comparison }) {
  const { inserted, deleted, changed, monologuesChanged } = counts;
  const renames = renamed.length === 0 ? [] : [texts.renames({ count: renamed.length })];
  if (monologuesChanged === 0) return renames[0] ?? texts.noDifferences();
  return [
    ...renames,
    texts.insertedWords({ count: inserted }),
    texts.deletedWords({ count: deleted }),
    texts.changedPassages({ count: changed }),
    texts.inParagraphs({ count: monologuesChanged }),
  ].join(', ');
}

/** Chooses a version by number: those that the history has loaded so far, and the original. */
function VersionChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (number: number) => void;
}) {
  const { revisions = [] } = useRevisions();
  const names = new Map([
    [value, historyTexts.version({ number: value })],
    ...revisions.map((revision) => [revision.number, getLabel(revision)] as const),
    [0, comparisonTexts.original()],
  ]);
  const numbers = [...names.keys()].toSorted((one, other) => other - one);
  return (
    <Choice
      label={label}
      values={numbers}
      value={value}
      nameOf={(number) => names.get(number) ?? ''}
      onChoose={onChange}
    />
  );
}

function getLabel({ number, name, at, author }: ListedRevision): string {
  return [name ?? historyTexts.version({ number }), at === null ? '' : formatDate(at), author.name]
    .filter((part) => part !== '')
    .join(', ');
}
