'use client';

import { Button, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { LocalTime } from '#components/ui/local-time';
import { ProofDialog } from '#components/account/settings/sign-in/proof-dialog';
import { RecoveryCodes } from '#components/account/settings/sign-in/recovery-codes';
import { SettingsSection } from '#components/account/settings/settings-section';
import { SetUpTwoFactor, type SetUp } from '#components/account/settings/sign-in/set-up-two-factor';
import * as texts from '#messages/two-factor';

/** What can be done about the second step of signing in. */
export interface TwoFactorActions {
  start: (password: string) => Promise<ActionResult<SetUp | null | 'wrong-password'>>;
  finish: (code: string) => Promise<ActionResult<string[] | 'wrong-code'>>;
  turnOff: (proof: string) => Promise<ActionResult<'done' | 'wrong-proof'>>;
  renewCodes: (proof: string) => Promise<ActionResult<string[] | 'wrong-proof'>>;
}

/** The second step of signing in: setting it up, its recovery codes and turning it off. */
export function TwoFactorSection({
  current,
  actions,
}: {
  /** Undefined while the password is enough. */
  current: { since: string; codesLeft: number } | undefined;
  actions: TwoFactorActions;
}) {
  const router = useRouter();
  const [setUp, setSetUp] = useState<SetUp>();
  const [codes, setCodes] = useState<string[]>();
  const [asking, setAsking] = useState<'set-up' | 'turn-off' | 'renew'>();
  const overview = useRef<HTMLDivElement>(null);
  const isOverview = codes === undefined && (setUp === undefined || current !== undefined);
  const wasOverview = useRef(true);
  // What had the focus is gone when the steps of the set-up end.
  useEffect(() => {
    if (isOverview && !wasOverview.current) overview.current?.focus();
    wasOverview.current = isOverview;
  }, [isOverview]);

  async function start(password: string) {
    const begun = await actions.start(password);
    if ('error' in begun) return begun.error;
    if (begun.value === 'wrong-password') return texts.wrongPassword();
    // Another browser has set it up in the meantime.
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
    const result = await actions.renewCodes(proof);
    if ('error' in result) return result.error;
    if (result.value === 'wrong-proof') return texts.wrongProof();
    showCodes(result.value);
    return undefined;
  }

  async function turnOff(proof: string) {
    const result = await actions.turnOff(proof);
    if ('error' in result) return result.error;
    if (result.value === 'wrong-proof') return texts.wrongProof();
    setCodes(undefined);
    return undefined;
  }

  if (codes !== undefined) {
    return (
      <SettingsSection title={texts.title()} lead={texts.lead()}>
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      </SettingsSection>
    );
  }
  if (setUp !== undefined && current === undefined) {
    return (
      <SettingsSection title={texts.title()} lead={texts.lead()}>
        <SetUpTwoFactor
          setUp={setUp}
          finish={actions.finish}
          onDone={showCodes}
          onCancel={() => setSetUp(undefined)}
        />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
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
      {asking === 'set-up' && (
        <ProofDialog
          title={texts.setUpTitle()}
          text={texts.setUpText()}
          proof={texts.password()}
          confirmLabel={texts.setUpConfirm()}
          isDestructive={false}
          confirm={start}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'renew' && (
        <ProofDialog
          title={texts.renewTitle()}
          text={texts.renewText()}
          proof={texts.proof()}
          confirmLabel={texts.renewConfirm()}
          isDestructive={false}
          confirm={renew}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'turn-off' && (
        <ProofDialog
          title={texts.turnOffTitle()}
          text={texts.turnOffText()}
          proof={texts.proof()}
          confirmLabel={texts.turnOffConfirm()}
          isDestructive
          confirm={turnOff}
          onClose={() => setAsking(undefined)}
        />
      )}
    </SettingsSection>
  );
}
