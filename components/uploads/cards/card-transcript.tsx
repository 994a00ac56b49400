'use client';

import { ActionIcon } from '@mantine/core';
import { IconFileText, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { Icon } from '#components/ui/icon';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/uploads';
import { transcriptEndings } from '#components/uploads/media-type.ts';
import { endpoint } from '#components/uploads/send-file.ts';
import type { ChosenFile } from '#components/uploads/upload-phases.ts';
import { changeFiles } from '#components/uploads/uploads-state.ts';
import styles from '#components/uploads/uploads.module.css';

/** A button that adds the transcript of a recording, which is then aligned with the sound. */
export function AddTranscript({
  file: { key, isAdding = false },
  uploadId,
}: {
  file: ChosenFile;
  uploadId: string;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <BusyButton
        variant="subtle"
        size="compact-sm"
        isBusy={isAdding}
        data-control="transcript"
        onClick={() => chooser.current?.click()}
      >
        {texts.addTranscript()}
      </BusyButton>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={transcriptEndings.map((ending) => `.${ending}`).join()}
        aria-label={texts.addTranscript()}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) void add(key, uploadId, chosen);
          // Allows choosing the same file again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The transcript that comes with a recording, and a button that removes it. */
export function AddedTranscript({
  file: { key, uploadId, isSubmitting },
  name,
}: {
  file: ChosenFile;
  name: string;
}) {
  return (
    <div className={styles['transcript']}>
      <Icon shape={IconFileText} />
      <p>
        <span className={styles['name']} title={name}>
          {name}
        </span>
        <span className={styles['hint']}>{texts.transcriptHint()}</span>
      </p>
      {uploadId !== undefined && !isSubmitting && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          data-control="transcript"
          aria-label={texts.removeTranscript({ name })}
          onClick={() => void remove(key, uploadId)}
        >
          <Icon shape={IconX} />
        </ActionIcon>
      )}
    </div>
  );
}

async function add(key: string, uploadId: string, file: File): Promise<void> {
  changeFiles([key], (card) => ({ ...card, isAdding: true, error: undefined }));
  const path = `${endpoint}/transcript/${uploadId}?name=${encodeURIComponent(file.name)}`;
  const error = await request(path, { method: 'PUT', body: file });
  changeFiles([key], (card) => ({
    ...card,
    isAdding: false,
    ...(error === undefined ? { transcript: file.name } : { error }),
  }));
}

async function remove(key: string, uploadId: string): Promise<void> {
  const error = await request(`${endpoint}/transcript/${uploadId}`, { method: 'DELETE' });
  changeFiles([key], (card) => ({ ...card, error, ...(error === undefined && { transcript: undefined }) }));
}

/** Returns an explanation of the error; undefined on success. */
async function request(path: string, init: RequestInit): Promise<string | undefined> {
  const response = await fetch(path, init).catch(() => undefined);
  if (response?.ok) return undefined;
  // A proxy's error response is an HTML page.
  const isExplained = response?.headers.get('content-type')?.startsWith('text/plain');
  return (isExplained && (await response?.text().catch(() => ''))) || commonTexts.serverUnreachable();
}
