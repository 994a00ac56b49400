'use client';

import { useEffect, useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { lazyPart } from '#components/ui/lazy-part';
import { SnippetsDialog } from '#components/editor/snippets/snippets-dialog';
import { SpeakerMenu } from '#components/editor/speakers/speaker-menu';
import { SpeakersDialog } from '#components/editor/speakers/speakers-dialog';
import { useStored } from '#components/ui/store.ts';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { TagMenu } from '#components/editor/tags/tag-menu';
import { TagSuggestions } from '#components/editor/tags/tag-suggestions';
import { TagTextDialog } from '#components/editor/tags/tag-text-dialog';
import type { OpenOverlay } from '#components/editor/context.ts';
import type { RecognitionView } from '#components/recognition/recognition-view';
import * as texts from '#messages/recognition-record';
import { EditorDialog } from './editor-dialog';

const ImportDialog = lazyPart(
  async () => (await import('#components/editor/history/import/import-dialog')).ImportDialog,
);
const RecognizeAgain = lazyPart(
  async () => (await import('#components/editor/recognition/recognize-again')).RecognizeAgain,
);
const RecordFacts = lazyPart(
  async () => (await import('#components/recognition/recognition-record')).RecordFacts,
);

const changesText: ReadonlySet<OpenOverlay['kind'] | undefined> = new Set([
  'speakers',
  'speakers-dialog',
  'tags',
  'tag-text',
  'import',
]);

/** Menus and dialogs over the text: speakers, tags, and the recognition record. */
export function Overlays() {
  const { overlay, access, sync } = useEditorServices();
  const open = useStored(overlay);
  const canEdit = useSyncView(sync, ({ canEdit }) => canEdit);
  useEffect(() => {
    // Closes it; otherwise it would reappear once the text is editable again.
    if (!canEdit && changesText.has(open?.kind)) overlay.set(undefined);
  }, [canEdit, open, overlay]);
  if (open?.kind === 'record' && access.recognition !== undefined) {
    return <RecordDialog record={access.recognition} />;
  }
  if (access.may === 'view') return null;
  return (
    <>
      <TagSuggestions />
      {open?.kind === 'snippets' && <SnippetsDialog />}
      {open?.kind === 'again' && <RecognizeAgain {...open} />}
      {canEdit && open?.kind === 'speakers' && <SpeakerMenu scope={open.scope} />}
      {canEdit && open?.kind === 'speakers-dialog' && <SpeakersDialog {...open} />}
      {canEdit && open?.kind === 'tags' && <TagMenu {...open} />}
      {canEdit && open?.kind === 'import' && <ImportDialog {...open} />}
      {canEdit && open?.kind === 'tag-text' && <TagTextDialog {...open} />}
    </>
  );
}

/** The recognition record of this transcript. */
function RecordDialog({ record }: { record: RecognitionView }) {
  const { editor, overlay } = useEditorServices();
  // Read before the dialog takes the focus, which is returned here.
  const [before] = useState(() => document.activeElement);
  const close = (): void => {
    overlay.set(undefined);
    focusAgain(before, () => editor.view.focus());
  };
  return (
    <EditorDialog opened onClose={close} title={texts.title()} yOffset="10dvh">
      <RecordFacts record={record} />
    </EditorDialog>
  );
}
