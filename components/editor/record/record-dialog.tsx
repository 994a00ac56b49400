'use client';

import { useState } from 'react';
import { RecordFacts } from '#components/recognition-record';
import type { ShownRecognition } from '#components/shown-recognition';
import { recordTexts as texts } from '#components/texts/recognition';
import { useRoom } from '../edit-room';
import { EditorDialog } from '../editor-dialog';

/** How this transcript was made. */
export function RecordDialog({ record }: { record: ShownRecognition }) {
  const { menu } = useRoom();
  // Read before the dialog takes the focus: it goes back there.
  const [before] = useState(() => document.activeElement);
  const close = (): void => {
    menu.set(undefined);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return (
    <EditorDialog opened onClose={close} title={texts.title} closeName={texts.close} yOffset="10dvh">
      <RecordFacts record={record} />
    </EditorDialog>
  );
}
