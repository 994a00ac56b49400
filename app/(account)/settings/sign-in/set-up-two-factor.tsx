'use client';

import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { CodeField } from '#components/sign-in/fields';
import { CopyButton } from '#components/ui/copy-button';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/two-factor';
import { confirmTwoFactor } from './two-factor-actions';
import styles from './two-factor.module.css';

/** The secret for an authenticator app, as text and as a QR code. */
export interface SetUp {
  secret: string;
  qrCode: { size: number; path: string };
}

/** Shows the secret and asks for the app's first code. */
export function SetUpTwoFactor({
  setUp: { secret, qrCode },
  onDone,
  onCancel,
}: {
  setUp: SetUp;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);

  async function send({ code = '' }: Record<string, string>) {
    const result = await confirmTwoFactor(code);
    if ('error' in result) return result.error;
    if (result.value === 'wrong-code') return texts.wrongCode();
    onDone(result.value);
    return undefined;
  }

  return (
    <div className={styles['narrow']}>
      <p ref={start} tabIndex={-1} className={styles['step']}>
        {texts.scan()}
      </p>
      <svg
        className={styles['code']}
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        role="img"
        aria-label={texts.qrCode()}
        shapeRendering="crispEdges"
      >
        <rect width={qrCode.size} height={qrCode.size} fill="#fff" />
        <path d={qrCode.path} fill="#000" />
      </svg>
      <Text mt="md">{texts.typeSecret()}</Text>
      <div className={styles['secret']}>
        <code id="two-factor-secret">{secret}</code>
        <CopyButton from="two-factor-secret" label={texts.copySecret()}>
          {commonTexts.copy()}
        </CopyButton>
      </div>
      <ActionForm label={texts.turnOn()} send={send} then="stay">
        <CodeField label={texts.code()} description={texts.codeHelp()} />
      </ActionForm>
      <Button variant="subtle" fullWidth mt="sm" onClick={onCancel}>
        {commonTexts.cancel()}
      </Button>
    </div>
  );
}
