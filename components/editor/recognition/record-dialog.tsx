'use client';

import { lazy, Suspense, useState } from 'react';
import type { RecognitionView } from '#components/recognition/recognition-view';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/recognition-record';
import { useEditorServices } from '#components/editor/context.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';

/** Loaded when it is asked for. */
const RecordFacts = lazy(async () => {
  try {
    return { default: (await import('#components/recognition/recognition-record')).RecordFacts };
  } catch {
    return { default: () => <p>{commonTexts.notLoaded()}</p> };
  }
});

/** The recognition record of this transcript. */
export function RecordDialog({ record }: { record: RecognitionView }) {
  const { overlay } = useEditorServices();
  // Read before the dialog takes the focus: it goes back there.
  const [before] = useState(() => document.activeElement);
  const close = (): void => {
    overlay.set(undefined);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return (
    <EditorDialog
      opened
      onClose={close}
      title={texts.title()}
      closeName={commonTexts.close()}
      yOffset="10dvh"
    >
      <Suspense fallback={null}>
        <RecordFacts record={record} />
      </Suspense>
    </EditorDialog>
  );
}
