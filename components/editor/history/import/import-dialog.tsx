'use client';

import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/import';
import * as historyTexts from '#messages/editor/history';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { offerUndo } from '#components/editor/announcements/undo-offer.ts';
import { readJson } from '#components/editor/api/editor-client.ts';
import { useEditorServices, type EditorServices } from '#components/editor/context.ts';
import { undoRestoration } from '#components/editor/history/restore-revision.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { formatFileSize } from '#lib/messages/format';
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

/** Why a file was not imported; a mismatch can be accepted. */
interface ImportError {
  error: string;
  isMismatch: boolean;
}

/** Saves what was typed, replaces the transcript with a file, and offers to undo it. Undefined when done. */
async function importFile(
  services: EditorServices,
  file: File,
  { acceptMismatch, signal }: { acceptMismatch: boolean; signal: AbortSignal },
): Promise<ImportError | undefined> {
  const failed = (error: string, isMismatch = false): ImportError => ({ error, isMismatch });
  if (!(await saveAll(services))) return failed(historyTexts.restoreNotSaved());
  if (signal.aborted) return undefined;
  const path = `transcript${acceptMismatch ? '?accept_mismatch=true' : ''}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const result = await services.api.request(path, { method: 'PUT', body: file, headers, signal }, [422]);
  if ('error' in result) return failed(result.error.reason ?? commonTexts.serverUnreachable());
  const answer = await readJson<{ detail?: string; revision: number; before: number }>(result.value);
  if ('error' in answer) return failed(commonTexts.serverUnreachable());
  const { detail, revision: latest, before } = answer.value;
  if (detail !== undefined) return failed(detail, true);
  if (latest === before) services.announce(texts.unchanged());
  else {
    const undo = async () => {
      const undone = await undoRestoration(services, { latest, before });
      return 'error' in undone ? undone : { value: texts.undone() };
    };
    offerUndo(services, { text: texts.done(), undo });
  }
  return undefined;
}
