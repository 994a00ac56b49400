'use client';

import { useEditorServices } from '#components/editor/context.ts';
import { RecordDialog } from '#components/editor/recognition/record-dialog';
import { SnippetsDialog } from '#components/editor/snippets/snippets-dialog';
import { SpeakerMenu } from '#components/editor/speakers/speaker-menu';
import { SpeakersDialog } from '#components/editor/speakers/speakers-dialog';
import { useStored } from '#components/ui/store.ts';
import { TagMenu } from '#components/editor/tags/tag-menu';
import { TagSuggestions } from '#components/editor/tags/tag-suggestions';
import { TagTextDialog } from '#components/editor/tags/tag-text-dialog';

/** The menus and dialogs over the text: speakers, tags, and how the transcript was made. */
export function Overlays() {
  const { overlay, access } = useEditorServices();
  const open = useStored(overlay);
  if (open?.kind === 'record' && access.recognition !== undefined) {
    return <RecordDialog record={access.recognition} />;
  }
  if (access.may === 'view') return null;
  return (
    <>
      <TagSuggestions />
      {open?.kind === 'speakers' && <SpeakerMenu scope={open.scope} />}
      {open?.kind === 'speakers-dialog' && <SpeakersDialog {...open} />}
      {open?.kind === 'tags' && <TagMenu {...open} />}
      {open?.kind === 'snippets' && <SnippetsDialog />}
      {open?.kind === 'tag-text' && <TagTextDialog {...open} />}
    </>
  );
}
