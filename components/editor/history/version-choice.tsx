'use client';

import { NativeSelect } from '@mantine/core';
import { localMoment } from '#components/local-time';
import { historyTexts as texts } from '#components/texts/history';
import type { ListedRevision } from './revisions';
import { useRevisions } from './use-revisions';

/** Chooses a version by its number; those that the history has shown so far, and the machine's. */
export function VersionChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (number: number) => void;
}) {
  const { revisions = [] } = useRevisions();
  const names = new Map([
    [value, texts.version(value)],
    ...revisions.map((one) => [one.number, nameOf(one)] as const),
    [0, texts.comparison.machine],
  ]);
  const numbers = [...names.keys()].toSorted((one, other) => other - one);
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={numbers.map((number) => ({ value: String(number), label: names.get(number) ?? '' }))}
    />
  );
}

function nameOf({ number, name, at, author }: ListedRevision): string {
  return [name ?? texts.version(number), at === null ? '' : localMoment(at), author.name]
    .filter((part) => part !== '')
    .join(', ');
}
