import * as texts from '#messages/editor/comparison';
import { Button } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { ComparedMonologue, ComparedRun, Comparison } from '#lib/transcript/diff/compare-words';
import { cutUnchanged } from './cut-unchanged';
import { withoutSeams } from './without-seams';
import styles from '#components/editor/history/version.module.css';

/** A comparison: in full, or only changes with some context. */
export const ComparedText = memo(function ComparedText({
  comparison,
  onlyChanges,
}: {
  comparison: Comparison;
  onlyChanges: boolean;
}) {
  const monologues = useMemo(() => withoutSeams(comparison.monologues), [comparison]);
  const items = useMemo(
    () => (onlyChanges ? cutUnchanged(monologues) : undefined),
    [monologues, onlyChanges],
  );
  return (
    <>
      <Renames renamed={comparison.renamed} />
      {items === undefined
        ? monologues.map((monologue) => <Compared key={monologue.id} monologue={monologue} />)
        : items.map((item) =>
            item.kind === 'shown' ? (
              <Compared key={item.monologue.id} monologue={item.monologue} />
            ) : (
              <LeftOut key={item.monologues[0]?.id} monologues={item.monologues} />
            ),
          )}
    </>
  );
});

/** Renamed speakers, one per line. */
function Renames({ renamed }: Pick<Comparison, 'renamed'>) {
  return renamed.map(({ id, before, after }) => (
    <p key={id} className={styles['renamed']}>
      <span data-change="" tabIndex={-1} className={styles['change']}>
        {texts.renamed({ before, after })}
      </span>
    </p>
  ));
}

/** A button in place of unchanged paragraphs that expands them. */
export function LeftOut({ monologues }: { monologues: readonly ComparedMonologue[] }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <div ref={focusBlock} tabIndex={-1}>
        {monologues.map((monologue) => (
          <Compared key={monologue.id} monologue={monologue} />
        ))}
      </div>
    );
  }
  return (
    <p className={styles['skipped']}>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        {texts.showUnchanged({ count: monologues.length })}
      </Button>
    </p>
  );
}

/** The block begins at the former button, which is already visible. */
function focusBlock(block: HTMLElement | null): void {
  block?.focus({ preventScroll: true });
}

/** A paragraph of a comparison with its changes marked. */
export const Compared = memo(function Compared({ monologue }: { monologue: ComparedMonologue }) {
  const { runs } = monologue;
  const characters = runs.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <section className={styles['monologue']} style={{ ['--characters' as string]: characters }}>
      <Speaker monologue={monologue} />
      <p dir="auto">
        {groupChanges(runs).map((group, i) =>
          group[0]?.kind === 'same' ? (
            group[0].text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the runs of a comparison never change
            <span key={i} data-change="" tabIndex={-1} className={styles['change']}>
              {group.map((run) => (
                <Changed key={run.kind} kind={run.kind}>
                  {run.text}
                </Changed>
              ))}
            </span>
          ),
        )}
      </p>
    </section>
  );
});

function Speaker({ monologue }: { monologue: ComparedMonologue }) {
  const { beginning, moved, speakerBefore, speakerAfter } = monologue;
  const [was, is] = [speakerBefore?.name ?? '', speakerAfter?.name ?? ''];
  // A renamed speaker is listed once above the text.
  const isAnother = beginning === 'same' && speakerBefore?.id !== speakerAfter?.id;
  const note =
    beginning === 'inserted'
      ? texts.newParagraph()
      : beginning === 'deleted'
        ? texts.removedParagraph()
        : moved
          ? texts.moved()
          : '';
  const isChange = beginning !== 'same' || moved || isAnother;
  return (
    <h3 className={styles['speaker']}>
      <span className={styles['change']} {...(isChange && { 'data-change': '', tabIndex: -1 })}>
        {(beginning === 'deleted' || isAnother) && <Changed kind="deleted">{was}</Changed>}{' '}
        {(beginning === 'inserted' || isAnother) && <Changed kind="inserted">{is}</Changed>}
        {beginning === 'same' && !isAnother && <bdi>{is}</bdi>}
        {note !== '' && <span className={styles['note']}> {note}</span>}
      </span>
    </h3>
  );
}

/** Deleted words are struck through and inserted ones underlined. Screen readers announce which they are. */
function Changed({ kind, children }: { kind: ComparedRun['kind']; children: string }) {
  const Element = kind === 'inserted' ? 'ins' : 'del';
  const label = kind === 'inserted' ? texts.insertion() : texts.deletion();
  return (
    <Element className={styles[kind] ?? ''} data-begin={`${label} `} data-end={` ${texts.end()} `}>
      <bdi>{children}</bdi>
    </Element>
  );
}

/** Adjacent changed runs count as one change. */
function groupChanges(runs: readonly ComparedRun[]): ComparedRun[][] {
  const groups: ComparedRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (
      last &&
      run.kind !== 'same' &&
      last[0]?.kind !== 'same' &&
      !last.some(({ kind }) => kind === run.kind)
    ) {
      last.push(run);
    } else groups.push([run]);
  }
  return groups;
}
