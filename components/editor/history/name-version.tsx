'use client';

import * as texts from '#messages/editor/history';
import * as commonTexts from '#messages/common';
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import { onEscape } from '#components/editor/keyboard/on-escape.ts';
import { useEditorServices, type EditorServices } from '#components/editor/context.ts';
import { focusAtOnce } from '#components/ui/focus-on-mount.ts';
import styles from './history.module.css';
import type { ListedRevision } from './listed-revision';
import type { ActionResult } from '#components/ui/action-result.ts';
import { editorRequest } from '#components/editor/api/editor-request.ts';

const maxLength = 100;

/** The field for a version's name. */
export function NameVersion({
  revision: { number, name },
  onDone,
  onCancel,
}: {
  revision: ListedRevision;
  onDone: () => Promise<void>;
  onCancel: () => void;
}) {
  const services = useEditorServices();
  const [typed, setTyped] = useState(name ?? '');
  const { run, isBusy, error } = useAction(nameRevision);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if ((await run(services, number, typed)) === undefined) return;
    services.announce(typed.trim() === '' ? texts.nameRemoved() : texts.named({ name: typed.trim() }));
    await onDone();
  }

  return (
    <form className={styles['naming']} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={texts.nameLabel()}
        description={texts.nameHelp()}
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        ref={focusAtOnce}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => onEscape(event, onCancel)}
      />
      <ErrorAlert>{error}</ErrorAlert>
      <Group gap="xs">
        <BusyButton type="submit" size="compact-sm" isBusy={isBusy}>
          {commonTexts.save()}
        </BusyButton>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {commonTexts.cancel()}
        </Button>
      </Group>
    </form>
  );
}

/** Names a version. An empty name removes it. */
async function nameRevision(
  services: Pick<EditorServices, 'api'>,
  number: number,
  name: string,
): Promise<ActionResult<void>> {
  const response = await editorRequest(services, `revisions/${number}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: name.trim() || null }),
  });
  return 'error' in response ? response : { value: undefined };
}
