'use client';

import * as historyTexts from '#messages/editor/history';
import * as comparisonTexts from '#messages/editor/comparison';
import { NativeSelect } from '@mantine/core';
import { formatDate } from '#lib/messages/format';
import type { ListedRevision } from './listed-revision';
import { useRevisions } from './use-revisions';

/** Chooses a version by its number; those that the history has shown so far, and the original. */
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
    [value, historyTexts.version({ number: value })],
    ...revisions.map((revision) => [revision.number, getLabel(revision)] as const),
    [0, comparisonTexts.original()],
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

function getLabel({ number, name, at, author }: ListedRevision): string {
  return [name ?? historyTexts.version({ number }), at === null ? '' : formatDate(at), author.name]
    .filter((part) => part !== '')
    .join(', ');
}
