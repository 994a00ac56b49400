'use client';

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button';
import { Question } from '#components/account/question';
import { Trouble } from '#components/account/trouble';
import { Command } from '#components/command';
import { LocalTime } from '#components/local-time';
import { secretTexts as texts } from '#components/texts/developers';
import { useAction, type Outcome } from './use-action';
import styles from './developers.module.css';

/** A signing secret without the secret. Moments are ISO texts; `validUntil` is there when it has been replaced. */
export interface ShownSecret {
  id: string;
  createdAt: string;
  validUntil: string | undefined;
}

/** The secrets that callbacks are signed with, hidden until they are asked for. */
export function SigningSecret({
  secrets,
  reveal,
  rotate,
}: {
  secrets: ShownSecret[];
  reveal: (secretId: string) => Promise<Outcome<string>>;
  rotate: () => Promise<Outcome<void>>;
}) {
  const [isOpen, setOpen] = useState(false);
  const rotating = useAction(rotate);

  async function answerYes() {
    if (await rotating.run()) setOpen(false);
  }

  return (
    <>
      <ul className={styles['list']}>
        {secrets.map((secret) => (
          <SecretRow key={secret.id} shown={secret} reveal={reveal} />
        ))}
      </ul>
      <Group mt="lg">
        <Button variant="default" onClick={() => setOpen(true)}>
          {texts.rotate}
        </Button>
      </Group>
      <Question
        title={texts.rotateTitle}
        yes={texts.rotateYes}
        isOpen={isOpen}
        isBusy={rotating.isBusy}
        trouble={rotating.trouble}
        onYes={() => void answerYes()}
        onClose={() => setOpen(false)}
      >
        <Text>{texts.rotateHint}</Text>
        {secrets.length > 1 && <Text mt="sm">{texts.rotateEndsOld}</Text>}
      </Question>
    </>
  );
}

function SecretRow({
  shown: { id, createdAt, validUntil },
  reveal,
}: {
  shown: ShownSecret;
  reveal: (secretId: string) => Promise<Outcome<string>>;
}) {
  const [secret, setSecret] = useState<string>();
  const revealing = useAction(reveal);
  const which = validUntil === undefined ? texts.current : texts.replaced;

  async function toggle() {
    setSecret(secret === undefined ? (await revealing.run(id))?.value : undefined);
  }

  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['name']}>{which}</div>
        <div className={styles['facts']}>
          <span>
            {texts.since} <LocalTime iso={createdAt} />
          </span>
          {validUntil !== undefined && (
            <span>
              {texts.validUntil} <LocalTime iso={validUntil} />
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
        aria-expanded={secret !== undefined}
        aria-label={secret === undefined ? texts.showNamed(which) : undefined}
      >
        {secret === undefined ? texts.show : texts.hide}
      </BusyButton>
      {revealing.trouble !== undefined && (
        <div className={styles['wide']}>
          <Trouble>{revealing.trouble}</Trouble>
        </div>
      )}
      {secret !== undefined && (
        <div className={styles['wide']}>
          <Command id={`secret-${id}`} title={texts.label(which)} text={secret} />
        </div>
      )}
    </li>
  );
}
