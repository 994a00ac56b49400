'use client';

import { Text } from '@mantine/core';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import * as texts from '#messages/uploads';
import type { ChosenFile } from '#components/uploads/upload-phases.ts';
import { removeFile } from '#components/uploads/uploads-store.ts';

/** Asks for confirmation before a recording's uploaded data is removed. */
export function RemoveDialog({ file: { key, name }, onClose }: { file: ChosenFile; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={texts.removeTitle()}
      confirmLabel={texts.remove()}
      onConfirm={async () => {
        removeFile(key);
        return undefined;
      }}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{texts.removeText({ name })}</Text>
    </ConfirmDialog>
  );
}
