'use client';

import * as texts from '#messages/editor/times';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Choice } from '#components/ui/choice';
import { timeForms } from '#lib/transcript/text/time-code';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { parseTime } from '#components/editor/player/go-to-time/parse-time.ts';
import { printedTag } from '#components/editor/tags/tag-names.ts';
import { maxTagWord, writeTag } from '#components/editor/tags/write-tag.ts';
import { limits } from './editor-settings';
import styles from './settings-panel.module.css';

const tagLabels = { inaudible: texts.inaudible, crosstalk: texts.crosstalk };

/** The time in the examples: 12:34. */
const exampleMs = 754_500;

/** The style of times, inaudible words and crosstalk. */
export function TimeSettings() {
  const { settings } = useEditorServices();
  const style = {
    timeForm: useSetting('timeForm'),
    timeOffsetSeconds: useSetting('timeOffsetSeconds'),
    inaudible: useSetting('inaudible'),
    crosstalk: useSetting('crosstalk'),
    tagTimes: useSetting('tagTimes'),
  };
  return (
    <>
      <h3 className={styles['group']}>{texts.group()}</h3>
      <Choice
        label={texts.form()}
        description={texts.help()}
        values={timeForms}
        value={style.timeForm}
        nameOf={String}
        onChoose={(timeForm) => settings.change({ timeForm })}
      />
      <Offset />
      <TagWord name="inaudible" />
      <TagWord name="crosstalk" />
      <Checkbox
        label={texts.tagTimes()}
        description={texts.example({
          example: writeTag('inaudible', { ...style, tagTimes: true }, exampleMs) ?? '',
        })}
        checked={style.tagTimes}
        onChange={({ currentTarget }) => settings.change({ tagTimes: currentTarget.checked })}
      />
    </>
  );
}

function TagWord({ name }: { name: 'inaudible' | 'crosstalk' }) {
  const { settings } = useEditorServices();
  const value = useSetting(name);
  // The text may not be a valid tag yet.
  const [draft, setDraft] = useState<string>();
  return (
    <TextInput
      label={tagLabels[name]()}
      value={draft ?? value}
      maxLength={maxTagWord}
      dir="auto"
      leftSection="["
      rightSection="]"
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        const word = printedTag(currentTarget.value)?.slice(1, -1);
        if (word !== undefined) settings.change({ [name]: word });
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}

function Offset() {
  const { settings } = useEditorServices();
  const seconds = useSetting('timeOffsetSeconds');
  const [draft, setDraft] = useState<string>();
  const isInvalid = draft !== undefined && parseOffset(draft) === undefined;
  return (
    <TextInput
      label={texts.offset()}
      description={texts.offsetHelp()}
      error={isInvalid && texts.offsetInvalid()}
      value={draft ?? formatOffset(seconds)}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        const timeOffsetSeconds = parseOffset(currentTarget.value);
        if (timeOffsetSeconds !== undefined) settings.change({ timeOffsetSeconds });
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}

/** Parses a time code into seconds. Its frames must be 0, as the frame rate is unknown. */
function parseOffset(typed: string): number | undefined {
  if (typed.trim() === '') return 0;
  const ms = parseTime(typed.replace(/^\s*(\d+:\d\d:\d\d)[:;]00\s*$/, '$1'));
  const [, max] = limits.timeOffsetSeconds ?? [0, 0];
  return ms === undefined || ms / 1000 > max ? undefined : ms / 1000;
}

function formatOffset(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60, 0];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
