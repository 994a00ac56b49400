'use client';

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { toTagKey } from '#lib/transcript/tags';
import { Choice } from '#components/ui/choice';
import { Icon } from '#components/ui/icon';
import * as texts from '#messages/transcripts';
import { ListSwitch } from '#components/jobs/list/list-switch';
import { sorts } from '#components/jobs/list/job-sorts.ts';
import type { JobsQuery } from '#components/jobs/live/jobs-query.ts';
import styles from '#components/jobs/jobs.module.css';

/** The debounce delay before a search, in milliseconds. */
const pauseMs = 250;

const statuses = [undefined, 'in_progress', 'transcribed', 'failed'] as const;

/** The list section, search and filters, and the sort order where no headings are shown. */
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
      <Choice
        aria-label={texts.status()}
        values={statuses}
        value={query.status}
        nameOf={(status) => texts.statuses[status ?? 'all']()}
        onChoose={(status) => choose({ status })}
      />
      <TagFilter tag={query.tag} tags={tags} onChange={(tag) => choose({ tag })} />
      <Choice
        className={styles['sort'] ?? ''}
        aria-label={texts.sortBy()}
        values={sorts}
        value={query.sort}
        nameOf={(sort) => texts.sorts[sort]()}
        onChoose={(sort) => choose({ sort })}
      />
    </search>
  );
}

/** A filter by tag. Hidden while the account has no tags. */
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
  // A tag that no transcript has any more stays selected.
  const missing = tag !== undefined && current === undefined ? [tag] : [];
  return (
    <Choice
      className={styles['tag'] ?? ''}
      aria-label={texts.tag()}
      values={[undefined, ...tags, ...missing]}
      value={current ?? tag}
      nameOf={(value) => value ?? texts.allTags()}
      onChoose={onChange}
    />
  );
}
