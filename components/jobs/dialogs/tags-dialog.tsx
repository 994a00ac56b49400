'use client';

import { ActionIcon, Button, Text, TextInput, type ButtonProps } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { Icon } from '#components/ui/icon';
import { addTags, maxTagLength, maxTags, toTagKey, type TagFault } from '#lib/transcript/tags';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/transcript-tags';
import styles from './tags-dialog.module.css';

const maxSuggested = 12;

/** The resulting tags that all jobs share, and the changes to get there. */
export interface TagChange {
  tags: string[];
  add: string[];
  remove: string[];
}

/** Edits the tags of jobs: suggests those of the account, and accepts new ones. */
export function TagsDialog({
  jobs,
  known,
  onSave,
  onClose,
}: {
  jobs: JobView[];
  /** All tags of the account. */
  known: string[];
  onSave: (change: TagChange) => Promise<ReactNode>;
  onClose: () => void;
}) {
  const [before] = useState(() => countTags(jobs));
  const [tags, setTags] = useState(before.all);
  /** Tags of only some of the jobs, unless changed. */
  const [some, setSome] = useState(before.some);
  const [isLeaving, setLeaving] = useState(false);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<TagFault>();
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const chosen = new Set([...tags, ...some].map(toTagKey));
  const suggested = known
    .filter((tag) => !chosen.has(toTagKey(tag)) && toTagKey(tag).includes(toTagKey(typed)))
    .slice(0, maxSuggested);

  /** Adds the tags in the text. Invalid ones stay in the field. */
  function add(text: string) {
    const result = addTags(tags, text);
    setTags(result.tags);
    setSome(without(some, result.tags));
    setFault(result.fault);
    if (result.fault !== undefined) {
      setTyped(text);
      setAnnouncement(faultTexts[result.fault]());
      return;
    }
    setTyped('');
    if (result.tags.length > tags.length) {
      setAnnouncement(texts.added({ tags: result.tags.slice(tags.length).join(', ') }));
    }
  }

  function choose(tag: string) {
    add(tag);
    input.current?.focus();
  }

  function remove(tag: string) {
    setTags(tags.filter((other) => other !== tag));
    setSome(some.filter((other) => other !== tag));
    setFault(undefined);
    setAnnouncement(texts.removed({ tag }));
    input.current?.focus();
  }

  function press(event: KeyboardEvent) {
    const last = tags.at(-1);
    // Enter also confirms a candidate of an input method.
    if (event.key === 'Enter' && typed.trim() !== '' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault();
      remove(last);
    }
  }

  async function save(): Promise<ReactNode> {
    const all = addTags(tags, typed);
    setFault(undefined);
    return all.fault === undefined ? onSave(toChange(all.tags)) : faultTexts[all.fault]();
  }

  function toChange(wanted: string[]): TagChange {
    const left = without(some, wanted);
    return {
      tags: wanted,
      add: without(wanted, before.all),
      remove: without(without([...before.all, ...before.some], wanted), left),
    };
  }

  function leave() {
    // Escape reaches every open dialog. The confirmation is on top of this one.
    if (isLeaving) return;
    const { add: added, remove: removed } = toChange(tags);
    if (added.length + removed.length === 0 && typed.trim() === '') onClose();
    else setLeaving(true);
  }

  return (
    <ConfirmDialog
      title={texts.title()}
      confirmLabel={commonTexts.save()}
      isDestructive={false}
      onConfirm={save}
      onClose={onClose}
      onLeave={leave}
    >
      <Text fw={500} mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {jobs.length === 1 ? jobs[0]?.name : texts.ofMany({ count: jobs.length })}
      </Text>
      {tags.length > 0 && (
        <ul className={styles['tags']} aria-label={texts.tags()}>
          {tags.map((tag) => (
            <li key={tag}>
              <TagButton
                tag={tag}
                label={texts.remove({ tag })}
                rightSection={<Icon shape={IconX} size={14} />}
                onClick={() => remove(tag)}
              />
            </li>
          ))}
        </ul>
      )}
      {some.length > 0 && (
        <>
          <Text size="sm" mb={4} aria-hidden>
            {texts.ofSome()}
          </Text>
          <ul className={styles['tags']} aria-label={texts.ofSome()}>
            {some.map((tag) => (
              <li key={tag} className={styles['pair']}>
                <TagButton
                  tag={tag}
                  label={texts.addToAll({ tag })}
                  className={`${styles['tag']} ${styles['partial']}`}
                  leftSection={<Icon shape={IconPlus} size={14} />}
                  onClick={() => choose(tag)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={texts.remove({ tag })}
                  onClick={() => remove(tag)}
                >
                  <Icon shape={IconX} size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
      <TextInput
        ref={input}
        label={texts.add()}
        description={texts.hint()}
        value={typed}
        autoComplete="off"
        data-autofocus
        error={fault && faultTexts[fault]()}
        onKeyDown={press}
        onChange={({ currentTarget: { value } }) => {
          setFault(undefined);
          if (value.includes(',')) add(value);
          else setTyped(value);
        }}
      />
      {suggested.length > 0 && tags.length < maxTags && (
        <>
          <Text size="sm" mt="sm" mb={4} aria-hidden>
            {texts.suggestions()}
          </Text>
          <ul className={styles['tags']} aria-label={texts.suggestions()}>
            {suggested.map((tag) => (
              <li key={tag}>
                <TagButton
                  tag={tag}
                  label={texts.addNamed({ tag })}
                  variant="subtle"
                  onClick={() => choose(tag)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <output className="unseen">{announcement}</output>
      {isLeaving && (
        <ConfirmDialog
          title={texts.discardTitle()}
          confirmLabel={texts.discard()}
          dismissLabel={texts.keepEditing()}
          onConfirm={async () => {
            onClose();
            return undefined;
          }}
          onClose={() => setLeaving(false)}
        >
          <Text>{texts.discardText()}</Text>
        </ConfirmDialog>
      )}
    </ConfirmDialog>
  );
}

function TagButton({
  tag,
  label,
  ...props
}: ButtonProps & { tag: string; label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="xs" h={36} className={styles['tag'] ?? ''} aria-label={label} {...props}>
      <bdi>{tag}</bdi>
    </Button>
  );
}

/** The tags that all of the jobs have, and those that only some have. */
function countTags(jobs: JobView[]): { all: string[]; some: string[] } {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of jobs.flatMap((job) => job.tags ?? [])) {
    const { count } = counts.get(toTagKey(tag)) ?? { count: 0 };
    counts.set(toTagKey(tag), { tag, count: count + 1 });
  }
  const isOfAll = ({ count }: { count: number }): boolean => count === jobs.length;
  const found = [...counts.values()];
  return {
    all: found.filter(isOfAll).map(({ tag }) => tag),
    some: found.filter((counted) => !isOfAll(counted)).map(({ tag }) => tag),
  };
}

/** Removes tags, ignoring case. */
function without(tags: string[], others: string[]): string[] {
  const keys = new Set(others.map(toTagKey));
  return tags.filter((tag) => !keys.has(toTagKey(tag)));
}

const faultTexts: Record<TagFault, () => string> = {
  'too-long': () => texts.tooLong({ max: maxTagLength }),
  'too-many': () => texts.tooMany({ max: maxTags }),
};
