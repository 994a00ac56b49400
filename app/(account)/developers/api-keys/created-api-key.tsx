'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NewApiKey } from './api-key-form';
import { CodeSnippet } from '#components/ui/code-snippet';
import * as texts from '#messages/api-keys';

/** A key that was just created, with its properties. */
export interface CreatedKey extends NewApiKey {
  apiKey: string;
}

/** Shows a new key this once, with a command to try it. */
export function CreatedApiKey({
  created,
  baseUrl,
  onDone,
}: {
  created: CreatedKey;
  baseUrl: string;
  onDone: () => void;
}) {
  const hint = useRef<HTMLParagraphElement>(null);
  // The form's button, which had the focus, is gone.
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

/** A curl that works as it stands: a submission in the sandbox, which fetches nothing, else the account. */
function getCommand({ apiKey, mode, scope }: CreatedKey, baseUrl: string): string {
  const authorization = `-H 'Authorization: Bearer ${apiKey}'`;
  if (mode === 'live' || scope === 'read') return `curl ${baseUrl}/v1/account \\\n  ${authorization}`;
  const body = JSON.stringify({ media_url: 'https://media.example/interview.mp3', metadata: 'delay:5s' });
  return `curl ${baseUrl}/v1/jobs \\
  ${authorization} \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
}
