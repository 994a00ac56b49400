'use client';

import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/import';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { useEditorServices } from '#components/editor/context.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { formatFileSize } from '#lib/messages/format';
import { importFile, type ImportError } from './import-file';
import { transcriptEndings } from './is-transcript';

const endings = transcriptEndings.map((ending) => `.${ending}`).join();

/** Replaces the transcript with a file, which was dropped or is chosen here. */
export function ImportDialog({ file: dropped }: { file?: File }) {
  const services = useEditorServices();
  const { editor, overlay } = services;
  const [file, setFile] = useState(dropped);
  const [failure, setFailure] = useState<ImportError>();
  const [isBusy, setBusy] = useState(false);
  /** The request under way, which ends with the dialog. */
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const close = (): void => {
    overlay.set(undefined);
    editor.view.focus();
  };
  const choose = (chosen: File | null): void => {
    setFailure(undefined);
    if (chosen !== null) setFile(chosen);
  };
  const replace = async (): Promise<void> => {
    if (file === undefined) return;
    setBusy(true);
    setFailure(undefined);
    const { signal } = (request.current = new AbortController());
    const acceptMismatch = failure?.isMismatch === true;
    const failed = await importFile(services, file, { acceptMismatch, signal });
    if (signal.aborted) return;
    setBusy(false);
    setFailure(failed);
    if (failed === undefined) close();
  };
  return (
    <EditorDialog opened onClose={close} title={texts.title()} closeName={commonTexts.cancel()}>
      <Text size="sm" mb="md">
        {texts.help()}
      </Text>
      <Group gap="sm" mb="md">
        <FileButton onChange={choose} accept={endings}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              data-autofocus={file === undefined || undefined}
              disabled={isBusy}
            >
              {file === undefined ? texts.chooseFile() : texts.chooseOther()}
            </Button>
          )}
        </FileButton>
        {file !== undefined && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{file.name}</bdi> · {formatFileSize(file.size)}
          </Text>
        )}
      </Group>
      <ErrorAlert>{failure?.error}</ErrorAlert>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={close}>
          {commonTexts.cancel()}
        </Button>
        <BusyButton isBusy={isBusy} disabled={file === undefined} onClick={() => void replace()}>
          {failure?.isMismatch === true ? texts.anyway() : texts.confirm()}
        </BusyButton>
      </Group>
    </EditorDialog>
  );
}
