'use client';

import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { memo } from 'react';
import { ErrorAlert } from '#components/ui/error-alert';
import { Loading } from '#components/ui/loading';
import { toText, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { formatClock } from '#lib/messages/format';
import { useEditorServices } from '#components/editor/context.ts';
import { VersionHeader } from './version-header';
import styles from './version.module.css';
import { RestoreVersion } from './restore-version';
import { RevisionTitle } from './revision-title';
import type { ListedRevision } from './listed-revision';
import { useEdits } from '#components/editor/history/comparison/use-edits.ts';

/** One version to read, in place of the text. */
export function VersionView({ revision }: { revision: ListedRevision }) {
  const { access, words, sync, openVersion } = useEditorServices();
  const read = useEdits(revision.number);
  const compare = () =>
    openVersion.set({ kind: 'comparison', before: revision.number, after: sync.revision() });
  return (
    <>
      <VersionHeader
        title={<RevisionTitle revision={revision} />}
        about={<p className={styles['hint']}>{texts.readOnly()}</p>}
        tools={
          <>
            {access.may === 'edit' && <RestoreVersion number={revision.number} />}
            <Button size="xs" variant="default" onClick={compare}>
              {texts.compare()}
            </Button>
          </>
        }
      />
      <div className={styles['body']}>
        {read === undefined && <Loading label={texts.loading()} />}
        {read !== undefined && 'error' in read && <ErrorAlert>{read.error}</ErrorAlert>}
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
  if (edit === undefined || edit.monologues.length === 0) return <p>{texts.emptyVersion()}</p>;
  const speakers = new Map(edit.speakers.map((speaker) => [speaker.id, speaker.name]));
  return edit.monologues.map(({ id, speaker, from, to, startMs, content }) => {
    const text = toText(content);
    const beginsMs = startMs ?? (from < to ? words[from]?.startMs : words[from - 1]?.endMs) ?? 0;
    return (
      <section
        key={id}
        className={styles['monologue']}
        style={{ ['--characters' as string]: text.length }}
        data-version-of={id}
      >
        <h3 className={styles['speaker']}>
          <bdi>{speakers.get(speaker)}</bdi> <span className={styles['clock']}>{formatClock(beginsMs)}</span>
        </h3>
        <p dir="auto">{text}</p>
      </section>
    );
  });
});
