'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { getError, type ActionResult } from '#components/ui/action-result.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { Icon } from '#components/ui/icon';
import { addTags, maxTagLength, maxTags, toTagKey, type TagFault } from '#lib/transcript/tags';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/transcript-tags';
import styles from './tags-dialog.module.css';

const maxSuggested = 12;

/** Asks for the tags of a job: those of the account are suggested, and new ones typed. */
export function TagsDialog({
  job,
  known,
  onSave,
  onClose,
}: {
  job: JobView;
  /** All tags of the account. */
  known: string[];
  onSave: (jobId: string, tags: string[]) => Promise<ActionResult<null>>;
  onClose: () => void;
}) {
  const [tags, setTags] = useState(job.tags ?? []);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<TagFault>();
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const chosen = new Set(tags.map(toTagKey));
  const suggested = known
    .filter((tag) => !chosen.has(toTagKey(tag)) && toTagKey(tag).includes(toTagKey(typed)))
    .slice(0, maxSuggested);

  /** Adds what the text names; what can't be added stays in the field. */
  function add(text: string) {
    const result = addTags(tags, text);
    setTags(result.tags);
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

  function remove(tag: string) {
    setTags(tags.filter((other) => other !== tag));
    setFault(undefined);
    setAnnouncement(texts.removed({ tag }));
    input.current?.focus();
  }

  function press(event: KeyboardEvent) {
    const last = tags.at(-1);
    // Enter takes the candidate of an input method, too.
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
    return all.fault === undefined ? getError(await onSave(job.id, all.tags)) : faultTexts[all.fault]();
  }

  return (
    <ConfirmDialog
      title={texts.title()}
      confirmLabel={commonTexts.save()}
      isDestructive={false}
      onConfirm={save}
      onClose={onClose}
    >
      <Text fw={500} mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {job.name}
      </Text>
      {tags.length > 0 && (
        <ul className={styles['tags']} aria-label={texts.tags()}>
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                variant="default"
                size="xs"
                h={36}
                className={styles['tag'] ?? ''}
                rightSection={<Icon shape={IconX} size={14} />}
                aria-label={texts.remove({ tag })}
                onClick={() => remove(tag)}
              >
                <bdi>{tag}</bdi>
              </Button>
            </li>
          ))}
        </ul>
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
                <Button
                  variant="subtle"
                  size="xs"
                  h={36}
                  className={styles['tag'] ?? ''}
                  aria-label={texts.addNamed({ tag })}
                  onClick={() => {
                    add(tag);
                    input.current?.focus();
                  }}
                >
                  <bdi>{tag}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <output className={styles['unseen']}>{announcement}</output>
    </ConfirmDialog>
  );
}

const faultTexts: Record<TagFault, () => string> = {
  'too-long': () => texts.tooLong({ max: maxTagLength }),
  'too-many': () => texts.tooMany({ max: maxTags }),
};
