'use client';

import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { getError } from '#components/ui/action-result.ts';
import { useEditorContext } from '#components/editor/context.ts';
import { restoreRevision } from './restore-revision';

/** Brings a version back, after asking. */
export function RestoreVersion({ number }: { number: number }) {
  const context = useEditorContext();
  const [isOpen, setOpen] = useState(false);

  async function restore() {
    const error = getError(await restoreRevision(context, number));
    if (error !== undefined) return error;
    context.openVersion.set(undefined);
    context.announce(texts.restored());
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
          onConfirm={restore}
          onClose={() => setOpen(false)}
        >
          {texts.restoreHelp()}
        </ConfirmDialog>
      )}
    </>
  );
}
