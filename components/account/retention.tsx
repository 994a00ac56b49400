'use client';

import { Alert, Button, NativeSelect, SimpleGrid, Text, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Sure, type Outcome } from '#components/account/sure';
import { keepingTexts } from '#components/texts/keeping';
import styles from './settings.module.css';

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
  save: (wanted: ShownRetention) => Promise<Outcome<undefined>>;
}) {
  const [wanted, setWanted] = useState(kept);
  const [saved, setSaved] = useState(kept);
  const [isAsked, setAsked] = useState(false);
  const [told, setTold] = useState<{ good: boolean; text: string }>();

  async function store(): Promise<Outcome<undefined>> {
    const outcome = await save(wanted).catch(() => ({ trouble: keepingTexts.notAsked }));
    if ('value' in outcome) setSaved(wanted);
    setTold('value' in outcome ? { good: true, text: texts.saved } : { good: false, text: outcome.trouble });
    return outcome;
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTold(undefined);
    if (lossOf(saved, wanted) === undefined) void store();
    else setAsked(true);
  }

  return (
    <section className={styles['section']} aria-labelledby="retention">
      <Title order={2} size="h3" id="retention">
        {texts.title}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {texts.about}
      </Text>
      <form method="post" onSubmit={submit}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={640}>
          <Days
            label={texts.media}
            hint={texts.mediaHint}
            days={wanted.keepMediaDays}
            onChange={(keepMediaDays) => setWanted({ ...wanted, keepMediaDays })}
          />
          <Days
            label={texts.jobs}
            hint={texts.jobsHint}
            days={wanted.keepJobsDays}
            onChange={(keepJobsDays) => setWanted({ ...wanted, keepJobsDays })}
          />
        </SimpleGrid>
        <Button type="submit" variant="default" mt="md">
          {texts.save}
        </Button>
        <output>
          {told !== undefined && (
            <Alert color={told.good ? 'green' : 'red'} variant="light" role="presentation" py="xs" mt="md">
              {told.text}
            </Alert>
          )}
        </output>
      </form>
      <Sure
        opened={isAsked}
        title={texts.sure}
        go={texts.go}
        back={texts.back}
        notAsked={keepingTexts.notAsked}
        act={store}
        onClose={() => setAsked(false)}
        onDone={() => {}}
      >
        {texts.lost(lossOf(saved, wanted) ?? '')}
      </Sure>
    </section>
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
