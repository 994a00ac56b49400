'use client';

import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from '#components/ui/copy-button';
import * as texts from '#messages/two-factor';
import styles from './two-factor.module.css';

/** Shows recovery codes, which can't be read again, to copy or to save as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);

  function download() {
    const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'longhand-recovery-codes.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 0);
  }

  return (
    <div className={styles['narrow']}>
      <p ref={start} tabIndex={-1} className={styles['step']}>
        {texts.saveCodes()}
      </p>
      <ul id="recovery-codes" className={styles['codes']} aria-label={texts.recoveryCodes()}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton from="recovery-codes">{texts.copyCodes()}</CopyButton>
        <Button variant="default" size="xs" h={36} onClick={download}>
          {texts.downloadCodes()}
        </Button>
        <Button size="xs" h={36} onClick={onDone}>
          {texts.codesSaved()}
        </Button>
      </Group>
    </div>
  );
}
