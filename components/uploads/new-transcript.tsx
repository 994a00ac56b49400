'use client';

import { Button, Title } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { RecordButton } from '#components/recorder/record-button';
import { useOwnAccount } from '#components/shell/own-account';
import { Icon } from '#components/ui/icon';
import { useStored } from '#components/ui/store.ts';
import { formatFileSize } from '#lib/messages/format';
import * as texts from '#messages/uploads';
import { droppedFiles, noFiles, takeFiles } from './dropped-files';
import { loadFields } from './cards/load-fields';
import { LinkForm } from './link-form';
import { chooserTypes } from './media-type';
import type { StoredUpload } from './upload-phases';
import styles from './uploads.module.css';
import { moveKeptLinks } from './kept-links';
import { addFiles, addStored, type AddLink, type UploadWork } from './uploads-store';

const chooserId = 'choose-files';

/**
 * The page's head with the ways to start a transcript: choosing files or dropping them on any page, recording, or a
 * link.
 */
export function NewTranscript({
  title,
  aside,
  work,
  addLink,
  stored,
}: {
  title: string;
  /** Further content of the head. */
  aside: ReactNode;
  work: UploadWork;
  addLink: AddLink;
  stored: readonly StoredUpload[];
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const linkButton = useRef<HTMLButtonElement>(null);
  const [isLinking, setLinking] = useState(false);
  const dropped = useStored(droppedFiles, noFiles);
  useEffect(() => {
    if (dropped.length > 0) addFiles(takeFiles(), work);
  }, [dropped, work]);
  useLayoutEffect(() => addStored(stored, work), [stored, work]);
  const owner = useOwnAccount()?.id ?? '';
  useEffect(() => void moveKeptLinks(owner, addLink).catch(() => undefined), [owner, addLink]);
  return (
    <div className={styles['head']}>
      <div className={styles['row']}>
        <Title order={1}>{title}</Title>
        <p className={styles['drop']}>{texts.dropHint({ size: formatFileSize(work.maxBytes) })}</p>
        {aside}
        <section className={styles['ways']} aria-label={texts.add()}>
          <Button id={chooserId} {...early} onClick={() => chooser.current?.click()}>
            {texts.choose()}
          </Button>
          <RecordButton work={work} />
          <Button
            ref={linkButton}
            {...early}
            variant="default"
            leftSection={<Icon shape={IconLink} />}
            aria-label={texts.pasteLink()}
            aria-expanded={isLinking}
            onClick={() => setLinking(!isLinking)}
          >
            {texts.link()}
          </Button>
        </section>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={chooserTypes}
          aria-label={texts.choose()}
          onChange={(event) => {
            addFiles([...(event.currentTarget.files ?? [])], work);
            // Allows choosing the same file again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {isLinking && (
        <LinkForm
          addLink={addLink}
          onClose={() => {
            setLinking(false);
            linkButton.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Loads the option fields before a file is chosen, since they can't be loaded without a connection. */
const early = { onPointerEnter: () => void loadFields(), onFocus: () => void loadFields() };

/** Finds the button that chooses files. */
export function findUploadButton(): HTMLElement | null {
  return document.getElementById(chooserId);
}
