'use client';

import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Question } from '#components/account/question';
import { SettingsSection } from '#components/account/settings-section';
import { Trouble } from '#components/account/trouble';
import { useAction, type Outcome } from './use-action';
import { keepingTexts } from '#components/texts/keeping';

const texts = keepingTexts.retention;
const offered = [1, 7, 14, 30, 90, 180, 365];

/** Days after a job's end; null for ever. */
export interface ShownRetention {
  keepMediaDays: number | null;
  keepJobsDays: number | null;
}

/** How long recordings and jobs are kept. Asks before anything that is there now could be removed. */
export function Retention({
  kept,
  save,
}: {
  kept: ShownRetention;
  save: (wanted: ShownRetention) => Promise<Outcome<void>>;
}) {
  const [wanted, setWanted] = useState(kept);
  const [isAsked, setAsked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, trouble } = useAction(save);
  const loss = lossOf(kept, wanted);

  function choose(choice: Partial<ShownRetention>) {
    setSaved(false);
    setWanted({ ...wanted, ...choice });
  }

  async function store() {
    if ((await run(wanted)) === undefined) return;
    setAsked(false);
    setSaved(true);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSaved(false);
    if (loss === undefined) void store();
    else setAsked(true);
  }

  return (
    <SettingsSection title={texts.title} lead={texts.about}>
      <form method="post" onSubmit={submit}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
          <Days
            label={texts.media}
            hint={texts.mediaHint}
            days={wanted.keepMediaDays}
            onChange={(keepMediaDays) => choose({ keepMediaDays })}
          />
          <Days
            label={texts.jobs}
            hint={texts.jobsHint}
            days={wanted.keepJobsDays}
            onChange={(keepJobsDays) => choose({ keepJobsDays })}
          />
        </SimpleGrid>
        <BusyButton type="submit" variant="default" my="md" isBusy={isBusy && !isAsked}>
          {texts.save}
        </BusyButton>
        <output>{isSaved && <Text span>{texts.saved}</Text>}</output>
        {!isAsked && <Trouble>{trouble}</Trouble>}
      </form>
      <Question
        title={texts.sure}
        yes={texts.go}
        isOpen={isAsked}
        isBusy={isBusy}
        trouble={trouble}
        onYes={() => void store()}
        onClose={() => setAsked(false)}
      >
        {loss !== undefined && texts.lost(loss)}
      </Question>
    </SettingsSection>
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
        { value: '', label: texts.forever },
        ...choices.map((choice) => ({ value: String(choice), label: texts.days(choice) })),
      ]}
    />
  );
}

/** What a shorter time takes away, in words; undefined when nothing. */
function lossOf(before: ShownRetention, after: ShownRetention): string | undefined {
  const shorter = (was: number | null, is: number | null) => is !== null && (was === null || is < was);
  const lost = [
    shorter(before.keepMediaDays, after.keepMediaDays) &&
      texts.lostMedia(texts.days(after.keepMediaDays ?? 0)),
    shorter(before.keepJobsDays, after.keepJobsDays) && texts.lostJobs(texts.days(after.keepJobsDays ?? 0)),
  ].filter((what) => what !== false);
  return lost.length > 0 ? lost.join(texts.and) : undefined;
}
