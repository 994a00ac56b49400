'use client';

import { useRoom } from './edit-room';
import { RecordDialog } from './record/record-dialog';
import { SpeakerMenu } from './speakers/speaker-menu';
import { SpeakersDialog } from './speakers/speakers-dialog';
import { useStored } from './store';
import { TagMenu } from './tags/tag-menu';
import { TagSuggestions } from './tags/tag-suggestions';
import { TagTextDialog } from './tags/tag-text-dialog';

/** The menus and dialogs over the text: speakers, tags, and how the transcript was made. */
export function WordLayers() {
  const { menu, door } = useRoom();
  const open = useStored(menu);
  if (open?.kind === 'record' && door.recognition !== undefined) {
    return <RecordDialog record={door.recognition} />;
  }
  if (door.may === 'view') return null;
  return (
    <>
      <TagSuggestions />
      {open?.kind === 'speakers' && <SpeakerMenu scope={open.scope} />}
      {open?.kind === 'speakers-dialog' && <SpeakersDialog {...open} />}
      {open?.kind === 'tags' && <TagMenu {...open} />}
      {open?.kind === 'tag-text' && <TagTextDialog {...open} />}
    </>
  );
}
