'use client';

import { useRoom } from './edit-room';
import { SpeakerMenu } from './speakers/speaker-menu';
import { SpeakersDialog } from './speakers/speakers-dialog';
import { useStored } from './store';
import { TagMenu } from './tags/tag-menu';
import { TagSuggestions } from './tags/tag-suggestions';
import { TagTextDialog } from './tags/tag-text-dialog';

/** The menus and dialogs over the text: speakers and tags. */
export function WordLayers() {
  const { menu, door } = useRoom();
  const open = useStored(menu);
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
