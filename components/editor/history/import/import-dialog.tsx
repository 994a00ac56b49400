'use client';

import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/import';
import * as previewTexts from '#messages/editor/import-preview';
import { Alert, Button, FileButton, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorAlert } from '#components/ui/error-alert';
import { useEditorServices, type EditorServices } from '#components/editor/context.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { formatFileSize } from '#lib/messages/format';
import { transcriptEndings } from '#components/uploads/media-type.ts';
import type { ImportPreview } from './previewed';
import * as historyTexts from '#messages/editor/history';
import { readJson } from '#components/editor/api/editor-client.ts';
import { readVersion } from '#components/editor/api/editor-request.ts';
import { compareInWorker } from '#components/editor/history/comparison/compare-in-worker.ts';
import { withoutSeams } from '#components/editor/history/comparison/without-seams.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';
import { divideChanges } from '#lib/transcript/diff/choose-changes';
import { applyChange } from '#lib/transcript/edit';

const endings = transcriptEndings.map((ending) => `.${ending}`).join();

/** A file to compare. */
interface Asked {
  file: File;
  acceptMismatch: boolean;
}

/** Compares a dropped or chosen file with the transcript, and opens the preview of its changes. */
export function ImportDialog({ file: dropped }: { file?: File }) {
  const services = useEditorServices();
  const { editor, overlay, openVersion } = services;
  const [asked, setAsked] = useState<Asked | undefined>(dropped && { file: dropped, acceptMismatch: false });
  const [answer, setAnswer] = useState<{ to: Asked; failure?: ImportError }>();
  useEffect(() => {
    if (asked === undefined) return;
    const leaving = new AbortController();
    const compare = async (): Promise<void> => {
      const { file, acceptMismatch } = asked;
      const read = await readImport(services, file, { acceptMismatch, signal: leaving.signal });
      if (read === undefined || leaving.signal.aborted) return;
      if ('error' in read) setAnswer({ to: asked, failure: read });
      else if (hasNothing(read.preview)) setAnswer({ to: asked });
      else {
        overlay.set(undefined);
        openVersion.set({ kind: 'import', preview: read.preview });
      }
    };
    void compare();
    return () => leaving.abort();
  }, [asked, services, overlay, openVersion]);
  const close = (): void => {
    overlay.set(undefined);
    editor.view.focus();
  };
  const file = asked?.file;
  const isAnswered = asked !== undefined && answer?.to === asked;
  const failure = isAnswered ? answer.failure : undefined;
  const isSame = isAnswered && failure === undefined;
  return (
    <EditorDialog opened onClose={close} title={texts.title()} closeName={commonTexts.cancel()}>
      <Text size="sm" mb="md">
        {texts.help()}
      </Text>
      <Group gap="sm" mb="md">
        <FileButton
          onChange={(chosen) => chosen !== null && setAsked({ file: chosen, acceptMismatch: false })}
          accept={endings}
        >
          {(props) => (
            <Button {...props} variant="default" data-autofocus>
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
      <output>
        {asked !== undefined && !isAnswered && (
          <Group gap="xs" wrap="nowrap">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{previewTexts.comparing()}</Text>
          </Group>
        )}
        {isSame && (
          <Alert variant="light" role="presentation" py="xs">
            {previewTexts.noChanges()}
          </Alert>
        )}
      </output>
      <ErrorAlert>{failure?.error}</ErrorAlert>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={close}>
          {isSame ? commonTexts.close() : commonTexts.cancel()}
        </Button>
        {failure?.isMismatch === true && file !== undefined && (
          <Button onClick={() => setAsked({ file, acceptMismatch: true })}>{texts.anyway()}</Button>
        )}
      </Group>
    </EditorDialog>
  );
}

function hasNothing({ divided, comments }: ImportPreview): boolean {
  return comments.length === 0 && divided.every(({ kind }) => kind === 'unchanged');
}

/** The reason why a file can't be compared. A mismatch can be accepted. */
interface ImportError {
  error: string;
  isMismatch: boolean;
}

/** Saves pending edits, and compares the file with the transcript. Returns undefined once aborted. */
async function readImport(
  services: EditorServices,
  file: File,
  { acceptMismatch, signal }: { acceptMismatch: boolean; signal: AbortSignal },
): Promise<{ preview: ImportPreview } | ImportError | undefined> {
  const failed = (error: string, isMismatch = false): ImportError => ({ error, isMismatch });
  if (!(await saveAll(services))) return failed(historyTexts.restoreNotSaved());
  if (signal.aborted) return undefined;
  const path = `transcript${acceptMismatch ? '?accept_mismatch=true' : ''}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const result = await services.api.request(path, { method: 'POST', body: file, headers, signal }, [422]);
  if (signal.aborted) return undefined;
  if ('error' in result) return failed(result.error.reason ?? commonTexts.serverUnreachable());
  const answer = await readJson<Answer>(result.value);
  if ('error' in answer) return failed(commonTexts.serverUnreachable());
  const { detail, revision, firstWord, change, comments } = answer.value;
  if (detail !== undefined) return failed(detail, true);
  const read = await readVersion(services, revision);
  if ('error' in read) return failed(read.error);
  const base = read.value;
  const { monologues, ...comparison } = await compareInWorker(base, {
    revision,
    ...applyChange(base, change),
  });
  if (signal.aborted) return undefined;
  const divided = divideChanges({ ...comparison, monologues: withoutSeams(monologues) }, { base, change });
  return { preview: { name: file.name, base, firstWord, change, divided, comments } };
}

interface Answer extends Pick<ImportPreview, 'firstWord' | 'change' | 'comments'> {
  revision: number;
  detail?: string;
}
