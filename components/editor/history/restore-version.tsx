'use client';

import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { getError } from '#components/ui/action-result.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { restoreRevision } from './restore-revision';

/** Brings a version back, after asking. */
export function RestoreVersion({ number }: { number: number }) {
  const services = useEditorServices();
  const [isOpen, setOpen] = useState(false);

  async function restore() {
    const error = getError(await restoreRevision(services, number));
    if (error !== undefined) return error;
    services.openVersion.set(undefined);
    services.announce(texts.restored());
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
