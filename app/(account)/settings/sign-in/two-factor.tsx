'use client';

import { Button, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/two-factor';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { SetUpTwoFactor, type SetUp } from './set-up-two-factor';
import { beginTwoFactor, renewRecoveryCodes, turnOffTwoFactor } from './two-factor-actions';
import { PasswordField } from './password-field';
import { CopyButton } from '#components/ui/copy-button';
import styles from './two-factor.module.css';

/** Each dialog, with the label of its proof: the password only, or also a code. */
const questions = {
  'set-up': {
    title: texts.setUpTitle,
    text: texts.setUpText,
    proof: texts.password,
    confirmLabel: texts.setUpConfirm,
  },
  renew: {
    title: texts.renewTitle,
    text: texts.renewText,
    proof: texts.proof,
    confirmLabel: texts.renewConfirm,
  },
  'turn-off': {
    title: texts.turnOffTitle,
    text: texts.turnOffText,
    proof: texts.proof,
    confirmLabel: texts.turnOffConfirm,
  },
};

/** Two-factor sign-in: setup, recovery codes and turning it off. */
export function TwoFactor({
  current,
}: {
  /** Undefined while the password is sufficient. */
  current: { since: Date; codesLeft: number } | undefined;
}) {
  const router = useRouter();
  const [setUp, setSetUp] = useState<SetUp>();
  const [codes, setCodes] = useState<string[]>();
  const [asking, setAsking] = useState<keyof typeof questions>();
  const overview = useRef<HTMLDivElement>(null);
  const isOverview = codes === undefined && (setUp === undefined || current !== undefined);
  const wasOverview = useRef(true);
  // Finishing the setup removes the focused control.
  useEffect(() => {
    if (isOverview && !wasOverview.current) overview.current?.focus();
    wasOverview.current = isOverview;
  }, [isOverview]);

  async function start(password: string) {
    const begun = await beginTwoFactor(password);
    if ('error' in begun) return begun.error;
    if (begun.value === 'wrong-password') return texts.wrongPassword();
    // Another browser has completed the setup in the meantime.
    if (begun.value === null) router.refresh();
    else setSetUp(begun.value);
    return undefined;
  }

  function showCodes(made: string[]) {
    setSetUp(undefined);
    setCodes(made);
    router.refresh();
  }

  async function renew(proof: string) {
    const result = await renewRecoveryCodes(proof);
    if ('error' in result) return result.error;
    if (result.value === 'wrong-proof') return texts.wrongProof();
    showCodes(result.value);
    return undefined;
  }

  async function turnOff(proof: string) {
    const result = await turnOffTwoFactor(proof);
    if ('error' in result) return result.error;
    if (result.value === 'wrong-proof') return texts.wrongProof();
    setCodes(undefined);
    return undefined;
  }

  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  if (setUp !== undefined && current === undefined) {
    return <SetUpTwoFactor setUp={setUp} onDone={showCodes} onCancel={() => setSetUp(undefined)} />;
  }
  return (
    <>
      <div ref={overview} tabIndex={-1} style={{ outline: 'none' }}>
        {current === undefined ? (
          <Button variant="default" onClick={() => setAsking('set-up')}>
            {texts.setUp()}
          </Button>
        ) : (
          <>
            <Text>
              {texts.onSince()} <LocalTime iso={current.since} />
            </Text>
            <Text c={current.codesLeft < 3 ? 'var(--color-danger)' : 'dimmed'}>
              {texts.codesLeft({ n: current.codesLeft })}
            </Text>
            <Group gap="sm" mt="md">
              <Button variant="default" onClick={() => setAsking('renew')}>
                {texts.renewCodes()}
              </Button>
              <Button variant="default" onClick={() => setAsking('turn-off')}>
                {texts.turnOff()}
              </Button>
            </Group>
          </>
        )}
      </div>
      {asking !== undefined && (
        <ProofDialog
          asked={asking}
          confirm={{ 'set-up': start, renew, 'turn-off': turnOff }[asking]}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

/** Confirms a change to two-factor sign-in, with a proof of identity. */
function ProofDialog({
  asked,
  confirm,
  onClose,
}: {
  asked: keyof typeof questions;
  /** Returns an error message, or undefined. */
  confirm: (proof: string) => Promise<string | undefined>;
  onClose: () => void;
}) {
  const [proof, setProof] = useState('');
  const question = questions[asked];
  return (
    <ConfirmDialog
      title={question.title()}
      confirmLabel={question.confirmLabel()}
      isDestructive={asked === 'turn-off'}
      onConfirm={() => confirm(proof)}
      onClose={onClose}
    >
      <Text mb="md">{question.text()}</Text>
      <PasswordField label={question.proof()} value={proof} onChange={setProof} />
    </ConfirmDialog>
  );
}

/** Shows recovery codes, which can't be read again, to copy or save as a file. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
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
