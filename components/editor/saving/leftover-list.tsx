'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { savingTexts } from '#components/texts/saving';
import type { Leftover } from '#lib/transcripts/merge-edits';
import { useRoom } from '../edit-room';
import { focusAtOnce } from '../focus-at-once';
import styles from './saving.module.css';
import { insertMine, takeMine } from './take-mine';
import { useSavingView } from './use-owned-saving';

const texts = savingTexts.leftovers;

/** What two people have written in the same place, and could not be combined: nothing of it is lost. */
export function LeftoverList() {
  const { saving } = useRoom();
  const { leftovers } = useSavingView(saving);
  const [dismissed, setDismissed] = useState<Leftover>();
  const [restored, setRestored] = useState<string>();
  if (leftovers.length === 0 && dismissed === undefined) return null;
  const dismiss = (leftover: Leftover): void => {
    saving.dismiss(leftover);
    setDismissed(leftover);
  };
  const undo = (): void => {
    if (dismissed !== undefined) saving.restore(dismissed);
    setRestored(dismissed?.id);
    setDismissed(undefined);
  };
  return (
    <section
      id="leftovers"
      className={styles['leftovers']}
      aria-label={texts.title(leftovers.length)}
      tabIndex={-1}
    >
      {leftovers.length > 0 && (
        <>
          <h2>{texts.title(leftovers.length)}</h2>
          <p>{texts.help}</p>
        </>
      )}
      {leftovers.map((leftover) => (
        <Card
          key={leftover.id}
          leftover={leftover}
          isBack={leftover.id === restored}
          onDismiss={() => dismiss(leftover)}
        />
      ))}
      {dismissed !== undefined && (
        <output key={dismissed.id}>
          {texts.dismissed}{' '}
          <Button ref={focusAtOnce} size="compact-sm" variant="subtle" onClick={undo}>
            {texts.undo}
          </Button>
        </output>
      )}
    </section>
  );
}

function Card({
  leftover,
  isBack,
  onDismiss,
}: {
  leftover: Leftover;
  isBack: boolean;
  onDismiss: () => void;
}) {
  const { editor, saving } = useRoom();
  const [isGone, setGone] = useState(false);
  const use = (): void => {
    const tr = isGone ? insertMine(editor.state, leftover) : takeMine(editor.state, leftover);
    if (tr === undefined) {
      setGone(true);
      return;
    }
    editor.view.dispatch(tr);
    editor.view.focus();
    saving.dismiss(leftover);
  };
  return (
    <article
      ref={isBack ? focusAtOnce : null}
      tabIndex={-1}
      className={styles['card']}
      aria-label={texts.card(leftover.mine)}
      data-leftover={leftover.id}
    >
      <dl>
        <div>
          <dt>{texts.mine}</dt>
          <dd dir="auto">{leftover.mine || texts.nothing}</dd>
        </div>
        <div>
          <dt>{texts.theirs}</dt>
          <dd dir="auto">{leftover.theirs || texts.nothing}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <Button size="compact-sm" onClick={use} disabled={!editor.isEditable}>
          {isGone ? texts.insert : texts.use}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void navigator.clipboard.writeText(leftover.mine)}
        >
          {texts.copy}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
          {texts.dismiss}
        </Button>
      </div>
    </article>
  );
}
