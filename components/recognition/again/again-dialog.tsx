'use client';

import { Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { LowBalance } from '#components/jobs/low-balance';
import { MainFields, SpeakersField } from '#components/recognition/main-fields';
import type { ChoiceFaults } from '#components/recognition/offer.ts';
import { RecognitionFields } from '#components/recognition/recognition-fields';
import { resolveChoices, type Draft } from '#components/recognition/resolve-choices.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { formatClock, formatMoney } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/recognize-again';
import {
  toAgainChoices,
  type AgainActions,
  type AgainField,
  type AgainPart,
  type Recognizable,
} from './again-choices';

const whole: AgainPart = {};

/** Chooses how to recognize recordings again, or a passage or only the speakers of one. Shows the price. */
export function AgainDialog({
  jobIds,
  part = whole,
  leftOut = 0,
  actions,
  onStarted,
  onClose,
}: {
  jobIds: string[];
  part?: AgainPart;
  /** The number of selected jobs that can't be recognized again. */
  leftOut?: number;
  actions: AgainActions;
  /** Called with the IDs of the new jobs. */
  onStarted: (runIds: string[]) => void;
  onClose: () => void;
}) {
  const [result, setResult] = useState<ActionResult<Recognizable>>();
  const [asked] = useState({ ids: jobIds, part });
  useEffect(() => {
    void actions
      .read(asked.ids, asked.part)
      .catch(() => ({ error: commonTexts.serverUnreachable() }))
      .then(setResult);
  }, [actions, asked]);
  const [changes, setChanges] = useState<Partial<Draft>>({});
  const [refusals, setRefusals] = useState<ChoiceFaults>({});
  const given = result !== undefined && 'value' in result ? result.value : undefined;
  const draft = given && { ...given.draft, ...changes };
  const isSingle = given?.name !== undefined;
  const isShort = given !== undefined && given.cents > given.balanceCents;
  const isPossible = given !== undefined && given.jobIds.length > 0;
  const { task = 'recognize', passage } = asked.part;
  const isOfSpeakers = task === 'speakers';
  const cannotSeparate = isOfSpeakers && given?.offer.canSeparateSpeakers === false;

  async function start(): Promise<ReactNode> {
    if (given === undefined || draft === undefined) return undefined;
    const { offer } = given;
    if (resolveChoices(draft, offer).faults.length > 0) return optionTexts.correctFirst();
    setRefusals({});
    // For a single job, the form shows all its options. For several, their common options are unknown.
    const shown: AgainField[] = isOfSpeakers
      ? ['speakers']
      : isSingle
        ? ['language', 'speakers', 'vocabulary']
        : [];
    const fields = new Set([...shown, ...(Object.keys(changes) as AgainField[])]);
    const choices = toAgainChoices(draft, fields, offer);
    const started = await actions.start(given.jobIds, choices, asked.part);
    if ('error' in started) return started.error;
    switch (started.value.kind) {
      case 'submitted':
        if (started.value.jobIds.length === 0) return texts.justDone();
        onStarted(started.value.jobIds);
        return undefined;
      case 'out-of-credit':
        return <LowBalance balanceCents={started.value.balanceCents} />;
      case 'choices-refused':
        setRefusals(started.value.faults);
        return optionTexts.refused();
    }
  }

  const fields = given &&
    draft && {
      ...{ offer: given.offer, draft, refusals },
      onChange: (part: Partial<Draft>) => setChanges((before) => ({ ...before, ...part })),
    };
  return (
    <ConfirmDialog
      title={passage ? texts.passageTitle() : texts.confirm[task]()}
      confirmLabel={
        given !== undefined && given.cents > 0
          ? texts.confirmFor[task]({ price: formatMoney(given.cents) })
          : texts.confirm[task]()
      }
      isDestructive={false}
      isDisabled={!isPossible || isShort || cannotSeparate}
      size={isOfSpeakers ? 'md' : 'lg'}
      onConfirm={start}
      onClose={onClose}
    >
      {isPossible && (
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {given.name ?? texts.count({ count: given.jobIds.length })}
          {passage && `, ${formatClock(passage.startMs)}–${formatClock(passage.endMs)}`}
        </Text>
      )}
      <Text mt={4} mb="xs">
        {isOfSpeakers ? texts.speakersLead() : texts.lead()} {isPossible && !isSingle && texts.ownOptions()}
      </Text>
      {isPossible && fields && isOfSpeakers && (
        <SpeakersField
          offer={fields.offer}
          value={fields.draft.speakers}
          isNeeded
          refusal={refusals.speakers}
          onChange={(speakers) => fields.onChange({ speakers: speakers === 'auto' ? undefined : speakers })}
        />
      )}
      {isPossible && fields && !isOfSpeakers && (
        <RecognitionFields {...fields} isAgain>
          <MainFields {...fields} />
        </RecognitionFields>
      )}
      {leftOut > 0 && <Note>{texts.leftOut({ count: leftOut })}</Note>}
      {given !== undefined && given.cents > 0 && !isShort && <Note>{texts.charge()}</Note>}
      <Text role="alert" c="var(--color-danger)" size="sm" mt="xs">
        {isShort && <LowBalance balanceCents={given.balanceCents} />}
        {given !== undefined && !isPossible && texts.unavailable()}
        {result !== undefined && 'error' in result && result.error}
      </Text>
    </ConfirmDialog>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text mt="xs" size="sm" c="dimmed">
      {children}
    </Text>
  );
}
