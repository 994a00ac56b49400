import { useEffect, useMemo, useState } from 'react';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { useTranscriptDocument } from '#components/editor/document/use-transcript-document.ts';
import { useCreatedPlayer } from '#components/editor/player/use-created-player.ts';
import { useReadyMark } from '#components/editor/sync/status/use-ready-mark.ts';
import { useSync } from '#components/editor/sync/use-sync.ts';
import type { EditorServices, TranscriptAccess } from '#components/editor/context.ts';
import { createServices, createStores } from './create-services';

/** The services of this editor, made once; undefined until its document is there and its saving has begun. */
export function useCreatedServices(
  access: TranscriptAccess,
  loaded: LoadedTranscript,
): EditorServices | undefined {
  const [stores] = useState(() => createStores(access));
  const editor = useTranscriptDocument(access, loaded, stores);
  const owned = useSync(editor, access, loaded);
  const created = useCreatedPlayer(access, stores.settings, owned?.sync);
  useEffect(() => stores.settings.saveOnLeave(), [stores]);
  useReadyMark(owned?.sync);
  const { words } = loaded;
  return useMemo(
    () =>
      editor === null || owned === undefined
        ? undefined
        : createServices({ access, editor, words, ...owned, ...created, ...stores }),
    [access, editor, words, owned, created, stores],
  );
}
