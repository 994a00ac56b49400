'use client';

import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ApiKeyForm, type NewApiKey } from './api-key-form';
import { CreatedApiKey, type CreatedKey } from './created-api-key';
import * as texts from '#messages/api-keys';
import { useAction } from '#components/ui/use-action.ts';
import { createApiKey } from './actions';
import styles from '#components/shell/section.module.css';

/** Opens the form for a new key, then shows the key this once. */
export function CreateApiKey({ baseUrl }: { baseUrl: string }) {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedKey>();
  const creating = useAction(createApiKey);

  function open() {
    creating.reset();
    setCreated(undefined);
    setOpen(true);
  }

  async function submit(newKey: NewApiKey) {
    const done = await creating.run(newKey);
    if (done) setCreated({ ...newKey, ...done.value });
  }

  return (
    <div className={styles['actions']}>
      <Button onClick={open}>{texts.create()}</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        // Gone from the page's memory as well.
        onExitTransitionEnd={() => setCreated(undefined)}
        title={created === undefined ? texts.create() : texts.createdTitle({ name: created.name })}
        size="lg"
        styles={{ title: { lineHeight: 1.35 } }}
        transitionProps={{ duration: 200, transition: 'fade-down' }}
        // A key that is shown once is not to be lost by a slip.
        closeOnClickOutside={created === undefined}
      >
        {created === undefined ? (
          <ApiKeyForm
            isBusy={creating.isBusy}
            error={creating.error}
            onSubmit={(newKey) => void submit(newKey)}
          />
        ) : (
          <CreatedApiKey created={created} baseUrl={baseUrl} onDone={() => setOpen(false)} />
        )}
      </Modal>
    </div>
  );
}
