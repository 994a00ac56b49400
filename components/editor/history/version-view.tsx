'use client';

import { Button, Loader } from '@mantine/core';
import { memo } from 'react';
import { Trouble } from '#components/account/trouble';
import { historyTexts as texts } from '#components/texts/history';
import { textOf, type Edit } from '#lib/transcripts/edit';
import type { MachineWord } from '#lib/transcripts/model';
import { clockOf } from '../clock';
import { useRoom } from '../edit-room';
import { PastHead } from './past-head';
import styles from './past.module.css';
import { RestoreVersion } from './restore-version';
import { RevisionTitle } from './revision-title';
import type { ListedRevision } from './revisions';
import { useEdits } from './use-edits';

/** One version to read, in place of the text. */
export function VersionView({ revision }: { revision: ListedRevision }) {
  const { door, words, saving, showPast } = useRoom();
  const read = useEdits(revision.number);
  const compare = () => showPast({ kind: 'comparison', before: revision.number, after: saving.revision() });
  return (
    <>
      <PastHead
        title={<RevisionTitle revision={revision} />}
        about={<p className={styles['hint']}>{texts.shown}</p>}
        tools={
          <>
            {door.may === 'edit' && <RestoreVersion number={revision.number} />}
            <Button size="xs" variant="default" onClick={compare}>
              {texts.compare}
            </Button>
          </>
        }
      />
      <div className={styles['body']}>
        {read === undefined && <Loader size="sm" aria-label={texts.loading} />}
        {read !== undefined && 'trouble' in read && <Trouble>{read.trouble}</Trouble>}
        {read !== undefined && 'edits' in read && <VersionText edit={read.edits[0]} words={words} />}
      </div>
    </>
  );
}

const VersionText = memo(function VersionText({
  edit,
  words,
}: {
  edit: Edit | undefined;
  words: readonly MachineWord[];
}) {
  if (edit === undefined || edit.monologues.length === 0) return <p>{texts.empty}</p>;
  const speakers = new Map(edit.speakers.map((speaker) => [speaker.id, speaker.name]));
  return edit.monologues.map(({ id, speaker, from, to, startMs, content }) => {
    const text = textOf(content);
    const beginsMs = startMs ?? (from < to ? words[from]?.startMs : words[from - 1]?.endMs) ?? 0;
    return (
      <section
        key={id}
        className={styles['monologue']}
        style={{ ['--characters' as string]: text.length }}
        data-version-of={id}
      >
        <h3 className={styles['speaker']}>
          <bdi>{speakers.get(speaker)}</bdi> <span className={styles['clock']}>{clockOf(beginsMs)}</span>
        </h3>
        <p dir="auto">{text}</p>
      </section>
    );
  });
});
