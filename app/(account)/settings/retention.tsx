'use client';

import { List, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { HoldNote, type Held } from '#components/shell/hold-note';
import { ErrorAlert } from '#components/ui/error-alert';
import { getError } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/data-retention';
import * as holdTexts from '#messages/legal-hold';
import { setRetention } from './actions';

const offered = [1, 7, 14, 30, 90, 180, 365];

/** Days after a job's end; null for forever. */
type RetentionDays = Parameters<typeof setRetention>[0];

/** Retention of originals, recordings and jobs. Confirms shorter times, which could delete something. */
export function Retention({ current, held }: { current: RetentionDays; held: Held | undefined }) {
  const [wanted, setWanted] = useState(current);
  const [isAsked, setAsked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(setRetention);
  const losses = describeLosses(current, wanted);

  function choose(choice: Partial<RetentionDays>) {
    setSaved(false);
    setWanted({ ...wanted, ...choice });
  }

  async function confirm() {
    const error = getError(await setRetention(wanted));
    setSaved(error === undefined);
    return error;
  }

  async function store() {
    setSaved((await run(wanted)) !== undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSaved(false);
    if (losses.length === 0) void store();
    else setAsked(true);
  }

  return (
    <>
      {held !== undefined && <HoldNote>{holdTexts.retention[held]()}</HoldNote>}
      <form method="post" onSubmit={submit}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
          <Days
            label={texts.originals()}
            hint={texts.originalsHint()}
            days={wanted.keepOriginalsDays}
            onChange={(keepOriginalsDays) => choose({ keepOriginalsDays })}
          />
          <Days
            label={texts.media()}
            hint={texts.mediaHint()}
            days={wanted.keepMediaDays}
            onChange={(keepMediaDays) => choose({ keepMediaDays })}
          />
          <Days
            label={texts.transcripts()}
            hint={texts.transcriptsHint()}
            days={wanted.keepJobsDays}
            onChange={(keepJobsDays) => choose({ keepJobsDays })}
          />
        </SimpleGrid>
        <BusyButton type="submit" variant="default" my="md" isBusy={isBusy}>
          {commonTexts.save()}
        </BusyButton>
        <output>{isSaved && <Text span>{commonTexts.saved()}</Text>}</output>
        <ErrorAlert>{error}</ErrorAlert>
      </form>
      {isAsked && losses.length > 0 && (
        <ConfirmDialog
          title={texts.warningTitle()}
          confirmLabel={texts.confirm()}
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        >
          <Text>{held === 'account' ? texts.lossLeadHeld() : texts.lossLead()}</Text>
          <List mt="xs">
            {losses.map((loss) => (
              <List.Item key={loss}>{loss}</List.Item>
            ))}
          </List>
        </ConfirmDialog>
      )}
    </>
  );
}

function Days({
  label,
  hint,
  days,
  onChange,
}: {
  label: string;
  hint: string;
  days: number | null;
  onChange: (days: number | null) => void;
}) {
  const choices =
    days === null || offered.includes(days) ? offered : [...offered, days].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={label}
      description={hint}
      size="md"
      value={days ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      data={[
        { value: '', label: texts.forever() },
        ...choices.map((choice) => ({ value: String(choice), label: texts.days({ days: choice }) })),
      ]}
    />
  );
}

/** Describes the losses that shorter times cause. */
function describeLosses(before: RetentionDays, after: RetentionDays): string[] {
  const describe = (name: keyof RetentionDays, inWords: (facts: { days: number }) => string) => {
    const [was, is] = [before[name], after[name]];
    return is !== null && (was === null || is < was) ? [inWords({ days: is })] : [];
  };
  return [
    ...describe('keepOriginalsDays', texts.lossOriginals),
    ...describe('keepMediaDays', texts.lossMedia),
    ...describe('keepJobsDays', texts.lossTranscripts),
  ];
}
