'use client';

import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { offerUndo } from '#components/editor/announcements/undo-offer.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { restoreRevision, undoRestoration } from './restore-revision';

/** Brings a version back, after asking. */
export function RestoreVersion({ number }: { number: number }) {
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
