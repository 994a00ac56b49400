'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { jobsTexts as texts } from '#components/texts/jobs';
import type { JobsQuery } from './jobs-query';
import styles from './jobs-desk.module.css';

/** So long after the last key a search begins. */
const pauseMs = 250;

const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));
const sorts = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));

/** What to look for among the jobs, and in which order they come. */
export function JobsFinder({ query, onChange }: { query: JobsQuery; onChange: (query: JobsQuery) => void }) {
  const [typed, setTyped] = useState(query.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ ...query, search: text.trim() }), pauseMs);
  }

  function choose(choice: Partial<JobsQuery>) {
    clearTimeout(timer.current);
    onChange({ ...query, search: typed.trim(), ...choice });
  }

  return (
    <search className={styles['finder']}>
      <TextInput
        className={styles['search'] ?? ''}
        type="search"
        label={texts.search}
        placeholder={texts.searchHint}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.status}
        data={statuses}
        value={query.status ?? 'all'}
        onChange={({ currentTarget: { value } }) =>
          choose({ status: value === 'all' ? undefined : (value as JobsQuery['status']) })
        }
      />
      <NativeSelect
        label={texts.sort}
        data={sorts}
        value={query.sort}
        onChange={(event) => choose({ sort: event.currentTarget.value as JobsQuery['sort'] })}
      />
    </search>
  );
}
