'use client';

import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/uploads';
import { findLinkFault } from './find-link-fault';
import styles from './uploads.module.css';
import { addLink } from './uploads-store';

/** Asks for the link to a recording, which becomes a card. Errors are shown beside the field. */
export function LinkForm({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<ReactNode>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const why = findLinkFault(url.trim());
    if (why !== undefined) return setFault(why);
    addLink(url.trim());
    onClose();
  }

  return (
    <form className={styles['link']} onSubmit={submit} noValidate>
      <TextInput
        className={styles['field'] ?? ''}
        type="url"
        label={texts.linkLabel()}
        placeholder={texts.linkPlaceholder()}
        description={texts.linkHint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={url}
        onChange={(event) => {
          setFault(undefined);
          setUrl(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
        error={fault}
        errorProps={{ role: 'alert' }}
        maxLength={4000}
        autoComplete="off"
        // The form opens on request.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <div className={styles['linkButtons']}>
        <Button type="submit">{texts.addLink()}</Button>
        <Button variant="default" onClick={onClose}>
          {commonTexts.cancel()}
        </Button>
      </div>
    </form>
  );
}
