'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { toTagKey } from '#lib/transcript/tags';
import { Icon } from '#components/ui/icon';
import * as texts from '#messages/transcripts';
import { ListSwitch } from '#components/jobs/list/list-switch';
import { sorts, type JobsSort } from '#components/jobs/list/job-sorts.ts';
import type { JobsQuery } from '#components/jobs/live/jobs-query.ts';
import styles from '#components/jobs/jobs.module.css';

/** So long after the last key a search begins. */
const pauseMs = 250;

const statuses = ['all', 'in_progress', 'transcribed', 'failed'] as const;

/** The part of the list that is shown, search and filters; and the order, where no headings are shown. */
export function JobSearch({
  query,
  tags,
  onChange,
}: {
  query: JobsQuery;
  /** All tags of the account. */
  tags: string[];
  onChange: (change: Partial<JobsQuery>) => void;
}) {
  const [typed, setTyped] = useState(query.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ search: text.trim() }), pauseMs);
  }

  function choose(choice: Partial<JobsQuery>) {
    clearTimeout(timer.current);
    onChange({ search: typed.trim(), ...choice });
  }

  return (
    <search className={styles['finder']}>
      <ListSwitch
        shown={query.isArchived ? 'archived' : 'current'}
        onChoose={(isArchived) => choose({ isArchived })}
      />
      <TextInput
        className={styles['search'] ?? ''}
        type="search"
        aria-label={texts.search()}
        aria-keyshortcuts="/"
        placeholder={texts.searchPlaceholder()}
        leftSection={<Icon shape={IconSearch} />}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={texts.status()}
        data={statuses.map((value) => ({ value, label: texts.statuses[value]() }))}
        value={query.status ?? 'all'}
        onChange={({ currentTarget: { value } }) =>
          choose({ status: value === 'all' ? undefined : (value as JobsQuery['status']) })
        }
      />
      <TagFilter tag={query.tag} tags={tags} onChange={(tag) => choose({ tag })} />
      <NativeSelect
        className={styles['sort'] ?? ''}
        aria-label={texts.sortBy()}
        data={sorts.map((value) => ({ value, label: texts.sorts[value]() }))}
        value={query.sort}
        onChange={(event) => choose({ sort: event.currentTarget.value as JobsSort })}
      />
    </search>
  );
}

/** Which tag the jobs have; not there for as long as the account has none. */
function TagFilter({
  tag,
  tags,
  onChange,
}: {
  tag: string | undefined;
  tags: string[];
  onChange: (tag: string | undefined) => void;
}) {
  if (tag === undefined && tags.length === 0) return null;
  const current = tag === undefined ? undefined : tags.find((known) => toTagKey(known) === toTagKey(tag));
  // One that no transcript has any more is still what is asked for.
  const missing = tag !== undefined && current === undefined ? [tag] : [];
  return (
    <NativeSelect
      className={styles['tag'] ?? ''}
      aria-label={texts.tag()}
      data={[
        { value: '', label: texts.allTags() },
        ...[...tags, ...missing].map((value) => ({ value, label: value })),
      ]}
      value={current ?? tag ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
    />
  );
}
