'use client';

import { Button, Modal, Group, Stack, Text } from '@mantine/core';
import { useState, useEffect, useRef } from 'react';
import { ApiKeyForm, type NewApiKey } from './api-key-form';
import * as texts from '#messages/api-keys';
import { useAction } from '#components/ui/use-action.ts';
import { createApiKey } from './actions';
import styles from '#components/shell/section.module.css';
import { CodeSnippet } from '#components/ui/code-snippet';

/** Opens the form for a new key, then shows the key once. */
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
        // Also clears the key from memory.
        onExitTransitionEnd={() => setCreated(undefined)}
        title={created === undefined ? texts.create() : texts.createdTitle({ name: created.name })}
        size="lg"
        styles={{ title: { lineHeight: 1.35 } }}
        transitionProps={{ duration: 200, transition: 'fade-down' }}
        // A stray click must not close the only view of the key.
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

/** A newly created key, with its properties. */
interface CreatedKey extends NewApiKey {
  apiKey: string;
}

/** Shows a new key once, with a command to try it. */
function CreatedApiKey({
  created,
  baseUrl,
  onDone,
}: {
  created: CreatedKey;
  baseUrl: string;
  onDone: () => void;
}) {
  const hint = useRef<HTMLParagraphElement>(null);
  // The form was removed with its focused button.
  useEffect(() => hint.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text ref={hint} tabIndex={-1}>
        {texts.createdHint()}
      </Text>
      <CodeSnippet id="new-key" title={texts.createdLabel()} text={created.apiKey} />
      <CodeSnippet id="new-key-command" title={texts.tryIt()} text={getCommand(created, baseUrl)} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.copied()}</Button>
      </Group>
    </Stack>
  );
}

/** A curl command that works as is: a submission in the sandbox, which downloads nothing, else reading the account. */
function getCommand({ apiKey, mode, scope }: CreatedKey, baseUrl: string): string {
  const authorization = `-H 'Authorization: Bearer ${apiKey}'`;
  if (mode === 'live' || scope === 'read') return `curl ${baseUrl}/v1/account \\\n  ${authorization}`;
  const body = JSON.stringify({ media_url: 'https://media.example/interview.mp3', metadata: 'delay:5s' });
  return `curl ${baseUrl}/v1/jobs \\
  ${authorization} \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
}
