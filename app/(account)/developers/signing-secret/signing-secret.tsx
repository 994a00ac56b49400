'use client';

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { ErrorAlert } from '#components/ui/error-alert';
import { CodeSnippet } from '#components/ui/code-snippet';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/signing-secret';
import { getError } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';
import { revealSecret, rotateSigningSecret } from './actions';
import styles from '#components/shell/section.module.css';

/** A signing secret's metadata. `validUntil` is set once it has been replaced. */
interface SigningSecretView {
  id: string;
  createdAt: Date;
  validUntil: Date | null;
}

/** The secrets that sign callbacks, hidden until requested. */
export function SigningSecret({ secrets }: { secrets: SigningSecretView[] }) {
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <ul className={styles['list']}>
        {secrets.map((secret) => (
          <SecretRow key={secret.id} secret={secret} />
        ))}
      </ul>
      <Group mt="lg">
        <Button variant="default" onClick={() => setOpen(true)}>
          {texts.rotate()}
        </Button>
      </Group>
      {isOpen && (
        <ConfirmDialog
          title={texts.rotateTitle()}
          confirmLabel={texts.rotateConfirm()}
          onConfirm={async () => getError(await rotateSigningSecret())}
          onClose={() => setOpen(false)}
        >
          <Text>{texts.rotateText()}</Text>
          {secrets.length > 1 && <Text mt="sm">{texts.rotateEndsOld()}</Text>}
        </ConfirmDialog>
      )}
    </>
  );
}

function SecretRow({ secret: { id, createdAt, validUntil } }: { secret: SigningSecretView }) {
  const [revealed, setRevealed] = useState<string>();
  const revealing = useAction(revealSecret);
  const isCurrent = validUntil === null;
  const showLabel = isCurrent ? texts.showCurrent() : texts.showReplaced();

  async function toggle() {
    setRevealed(revealed === undefined ? (await revealing.run(id))?.value : undefined);
  }

  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['name']}>{isCurrent ? texts.current() : texts.replaced()}</div>
        <div className={styles['facts']}>
          <span>
            {texts.since()} <LocalTime iso={createdAt} />
          </span>
          {validUntil !== null && (
            <span>
              {texts.alsoValidUntil()} <LocalTime iso={validUntil} />
            </span>
          )}
        </div>
      </div>
      <BusyButton
        variant="default"
        size="xs"
        h={36}
        isBusy={revealing.isBusy}
        onClick={() => void toggle()}
        aria-expanded={revealed !== undefined}
        aria-label={revealed === undefined ? showLabel : undefined}
      >
        {revealed === undefined ? texts.show() : texts.hide()}
      </BusyButton>
      {revealing.error !== undefined && (
        <div className={styles['wide']}>
          <ErrorAlert>{revealing.error}</ErrorAlert>
        </div>
      )}
      {revealed !== undefined && (
        <div className={styles['wide']}>
          <CodeSnippet
            id={`secret-${id}`}
            title={isCurrent ? texts.currentLabel() : texts.replacedLabel()}
            text={revealed}
          />
        </div>
      )}
    </li>
  );
}
