'use client';

import { useEffect } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { lazyPart } from '#components/editor/layout/lazy-part';
import { RecordDialog } from '#components/editor/recognition/record-dialog';
import { SnippetsDialog } from '#components/editor/snippets/snippets-dialog';
import { SpeakerMenu } from '#components/editor/speakers/speaker-menu';
import { SpeakersDialog } from '#components/editor/speakers/speakers-dialog';
import { useStored } from '#components/ui/store.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { TagMenu } from '#components/editor/tags/tag-menu';
import { TagSuggestions } from '#components/editor/tags/tag-suggestions';
import { TagTextDialog } from '#components/editor/tags/tag-text-dialog';
import type { OpenOverlay } from '#components/editor/context.ts';

const ImportDialog = lazyPart(async () => {
  const { ImportDialog: dialog } = await import('#components/editor/history/import/import-dialog');
  return dialog;
});

const RecognizeAgain = lazyPart(async () => {
  const { RecognizeAgain: dialog } = await import('#components/editor/recognition/recognize-again');
  return dialog;
});

const changesText: ReadonlySet<OpenOverlay['kind'] | undefined> = new Set([
  'speakers',
  'speakers-dialog',
  'tags',
  'tag-text',
  'import',
]);

/** The menus and dialogs over the text: speakers, tags, and how the transcript was made. */
export function Overlays() {
  const { overlay, access, sync } = useEditorServices();
  const open = useStored(overlay);
  const canEdit = useSyncView(sync, ({ canEdit }) => canEdit);
  useEffect(() => {
    // It would be back, without being asked for, when the text can be changed again.
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
