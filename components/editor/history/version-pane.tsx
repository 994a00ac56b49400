'use client';

import { lazy, memo, Suspense, useLayoutEffect, useState } from 'react';
import { useEditorServices, useOpenVersion } from '#components/editor/context.ts';
import styles from './version.module.css';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import { ErrorAlert } from '#components/ui/error-alert';
import { lazyPart } from '#components/ui/lazy-part';
import { Loading } from '#components/ui/loading';
import { toText, type Edit } from '#lib/transcript/edit';
import { getSpan } from '#lib/transcript/align/word-range';
import type { MachineWord } from '#lib/transcript/model';
import { formatClock } from '#lib/messages/format';
import { VersionHeader } from './version-header';
import { RevisionTitle } from './revision-title';
import type { ListedRevision } from './listed-revision';
import { useEdits } from '#components/editor/history/comparison/use-edits.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { offerUndo } from '#components/editor/announcements/undo-offer.ts';
import { restoreRevision, undoRestoration } from './restore-revision';

const ImportPreviewView = lazyPart(
  async () => (await import('#components/editor/history/import/import-preview')).ImportPreviewView,
);

/** Loaded on the first comparison. */
const ComparisonView = lazy(async () => {
  try {
    const { ComparisonView: view } = await import('#components/editor/history/comparison/comparison-view');
    return { default: view };
  } catch {
    return { default: ComparisonNotLoaded };
  }
});

function ComparisonNotLoaded() {
  const about = <ErrorAlert>{commonTexts.notLoaded()}</ErrorAlert>;
  return <VersionHeader title={texts.compare()} about={about} tools={null} />;
}

/** Shows an earlier version or a comparison over the text, which keeps its scroll position. */
export function VersionPane() {
  const openVersion = useOpenVersion();
  return openVersion && <OpenVersionPane />;
}

function OpenVersionPane() {
  const { editor } = useEditorServices();
  const openVersion = useOpenVersion();
  // A layout effect runs before the heading inside takes the focus.
  useLayoutEffect(() => {
    const from = document.activeElement;
    return () => {
      // The text can't take the focus until the DOM is updated. On a phone, the panel that opened the version is closed
      // by then.
      queueMicrotask(() => focusAgain(from, () => editor.view.focus()));
    };
  }, [editor]);
  return (
    <main className={styles['place']}>
      {openVersion?.kind === 'version' && (
        <VersionView key={openVersion.revision.number} revision={openVersion.revision} />
      )}
      {openVersion?.kind === 'comparison' && (
        <Suspense fallback={<Loading label={texts.loading()} />}>
          <ComparisonView before={openVersion.before} after={openVersion.after} />
        </Suspense>
      )}
      {openVersion?.kind === 'import' && <ImportPreviewView preview={openVersion.preview} />}
    </main>
  );
}

/** One version, in place of the text. */
function VersionView({ revision }: { revision: ListedRevision }) {
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
    const beginsMs = startMs ?? getSpan(words, { from, to }).startMs;
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

/** Restores a version, after confirmation. */
function RestoreVersion({ number }: { number: number }) {
  const services = useEditorServices();
  const [isOpen, setOpen] = useState(false);

  async function restore() {
    const result = await restoreRevision(services, number);
    if ('error' in result) return result.error;
    services.openVersion.set(undefined);
    offerUndo(services, {
      text: texts.restored(),
      undo: () => undoRestoration(services, result.value),
    });
    return undefined;
  }

  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {texts.restore()}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.restoreTitle()}
          confirmLabel={texts.restoreConfirm()}
          isDestructive={false}
          onConfirm={restore}
          onClose={() => setOpen(false)}
        >
          {texts.restoreHelp()}
        </ConfirmDialog>
      )}
    </>
  );
}
