'use client';

import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/uploads';
import styles from './uploads.module.css';
import { addLink, type AddLink } from './uploads-store';

/** Asks for a link to a recording, which becomes a card. Errors are shown below the field. */
export function LinkForm({ addLink: add, onClose }: { addLink: AddLink; onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<ReactNode>();
  const [isAdding, setAdding] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isAdding) return;
    setAdding(true);
    const why = await addLink(url.trim(), add);
    setAdding(false);
    if (why === undefined) onClose();
    else setFault(why);
  }

  return (
    <form className={styles['link']} onSubmit={(event) => void submit(event)} noValidate>
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
        <BusyButton type="submit" isBusy={isAdding}>
          {texts.addLink()}
        </BusyButton>
        <Button variant="default" onClick={onClose}>
          {commonTexts.cancel()}
        </Button>
      </div>
    </form>
  );
}
