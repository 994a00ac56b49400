'use client';

import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ApiKeyForm, type KeyWish } from '#components/account/api-key-form';
import { NewApiKey, type MadeKey } from '#components/account/new-api-key';
import { developerTexts, keyTexts as texts } from '#components/texts/developers';
import { useAction, type Outcome } from './use-action';
import styles from './developers.module.css';

/** Opens the form for a new key, then shows the key this once. */
export function CreateApiKey({
  baseUrl,
  create,
}: {
  baseUrl: string;
  create: (wish: KeyWish) => Promise<Outcome<{ apiKey: string }>>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const creating = useAction(create);

  function open() {
    creating.forget();
    setMade(undefined);
    setOpen(true);
  }

  async function submit(wish: KeyWish) {
    const done = await creating.run(wish);
    if (done) setMade({ ...wish, ...done.value });
  }

  return (
    <div className={styles['actions']}>
      <Button onClick={open}>{texts.create}</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        // Gone from the page's memory as well.
        onExitTransitionEnd={() => setMade(undefined)}
        title={made === undefined ? texts.create : texts.madeTitle(made.name)}
        size="lg"
        styles={{ title: { lineHeight: 1.35 } }}
        closeButtonProps={{ 'aria-label': developerTexts.close }}
        // A key that is shown once is not to be lost by a slip.
        closeOnClickOutside={made === undefined}
      >
        {made === undefined ? (
          <ApiKeyForm
            isBusy={creating.isBusy}
            trouble={creating.trouble}
            onSubmit={(wish) => void submit(wish)}
          />
        ) : (
          <NewApiKey made={made} baseUrl={baseUrl} onDone={() => setOpen(false)} />
        )}
      </Modal>
    </div>
  );
}
