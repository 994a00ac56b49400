'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { KeyWish } from '#components/account/api-key-form';
import { Command } from '#components/command';
import { keyTexts as texts } from '#components/texts/developers';

/** A key that was just made, with what was wished for. */
export interface MadeKey extends KeyWish {
  apiKey: string;
}

/** Shows a new key this once, with a command to try it. */
export function NewApiKey({ made, baseUrl, onDone }: { made: MadeKey; baseUrl: string; onDone: () => void }) {
  const hint = useRef<HTMLParagraphElement>(null);
  // The form's button, which had the focus, is gone.
  useEffect(() => hint.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text ref={hint} tabIndex={-1}>
        {texts.madeHint}
      </Text>
      <Command id="new-key" title={texts.madeKey} text={made.apiKey} />
      <Command id="new-key-command" title={texts.madeCommand} text={commandFor(made, baseUrl)} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.madeDone}</Button>
      </Group>
    </Stack>
  );
}

/** A curl that works as it stands: a submission in the sandbox, which fetches nothing, else the account. */
function commandFor({ apiKey, mode, scope }: MadeKey, baseUrl: string): string {
  const authorization = `-H 'Authorization: Bearer ${apiKey}'`;
  if (mode === 'live' || scope === 'read') return `curl ${baseUrl}/v1/account \\\n  ${authorization}`;
  const body = JSON.stringify({ media_url: 'https://media.example/interview.mp3', metadata: 'delay:5s' });
  return `curl ${baseUrl}/v1/jobs \\
  ${authorization} \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
}
