'use client';

import { Anchor, List, Text, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import type { ShownJob } from '#components/account/job-list';
import { jobsTexts as texts } from '#components/texts/jobs';
import type { Ordered, Outcome } from './jobs-query';
import { Question } from './question';

/** Names that a question shows before it only counts. */
const mostNames = 5;

/** Asks before jobs are deleted, and says what is lost. */
export function DeleteQuestion({
  jobs,
  onDelete,
  onClose,
}: {
  jobs: ShownJob[];
  onDelete: (ids: string[]) => Promise<Outcome<{ kept: number }>>;
  onClose: () => void;
}) {
  async function answer(): Promise<ReactNode> {
    const outcome = await onDelete(jobs.map(({ id }) => id));
    if ('trouble' in outcome) return outcome.trouble;
    return outcome.value.kept > 0 ? texts.kept(outcome.value.kept) : undefined;
  }
  return (
    <Question
      title={texts.deleteTitle(jobs.length)}
      answer={texts.deleteFor(jobs.length)}
      harms="something"
      onAnswer={answer}
      onClose={onClose}
    >
      {jobs.length <= mostNames && (
        <List mb="sm" style={{ overflowWrap: 'anywhere' }}>
          {jobs.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
      )}
      <Text>{texts.deleteLoses(jobs.length)}</Text>
      <Text mt="xs" c="dimmed">
        {texts.deleteCost}
      </Text>
    </Question>
  );
}

/** Asks for another name of a job. */
export function RenameQuestion({
  job,
  onRename,
  onClose,
}: {
  job: ShownJob;
  onRename: (id: string, name: string) => Promise<Outcome<null>>;
  onClose: () => void;
}) {
  const [name, setName] = useState(job.name);
  async function answer(): Promise<ReactNode> {
    const outcome = await onRename(job.id, name);
    return 'trouble' in outcome ? outcome.trouble : undefined;
  }
  return (
    <Question title={texts.renameTitle} answer={texts.save} onAnswer={answer} onClose={onClose}>
      <TextInput
        label={texts.newName}
        value={name}
        maxLength={255}
        required
        withAsterisk={false}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Question>
  );
}

/** Asks before a failed job is submitted once more, where that costs something. */
export function RetryQuestion({
  job,
  cents,
  onRetry,
  onClose,
}: {
  job: ShownJob;
  cents: number;
  onRetry: (id: string) => Promise<Outcome<Ordered>>;
  onClose: () => void;
}) {
  return (
    <Question
      title={texts.retryTitle}
      answer={cents > 0 ? texts.retryFor(cents) : texts.tryAgain}
      onAnswer={async () => troubleOf(await onRetry(job.id))}
      onClose={onClose}
    >
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {job.name}
      </Text>
      {cents > 0 && <Text mt="xs">{texts.retryCosts(cents)}</Text>}
    </Question>
  );
}

/** Why an order came to nothing, with the way to more credit where that is missing. */
export function troubleOf(outcome: Outcome<Ordered>): ReactNode {
  if ('trouble' in outcome) return outcome.trouble;
  if (outcome.value.kind === 'ordered') return undefined;
  if (outcome.value.kind === 'choices-refused') return Object.values(outcome.value.faults).join(' ');
  return (
    <>
      {texts.outOfCredit(outcome.value.balanceCents)}{' '}
      <Anchor component={Link} href="/balance" inherit underline="always">
        {texts.addCredit}
      </Anchor>
    </>
  );
}
