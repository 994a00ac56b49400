'use client';

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatLength } from '#lib/messages/format';
import * as texts from '#messages/recorder';
import { toFile } from './recording-store';
import type { StoredRecording } from './stored-recording';
import styles from './recorder.module.css';

/** A finished recording: listen, name, upload or discard. */
export function FinishedRecording({
  recording,
  file,
  wasCut,
  onUpload,
  onDiscard,
}: {
  recording: StoredRecording;
  file: File;
  wasCut: boolean;
  onUpload: (recording: StoredRecording, file: File) => void;
  onDiscard: () => void;
}) {
  const [name, setName] = useState(recording.name);
  const [isMissing, setMissing] = useState(false);
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);

  if (file.size === 0) {
    return (
      <>
        <Text role="alert">{texts.empty()}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onDiscard} data-autofocus>
            {texts.discard()}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return setMissing(true);
        const named = { ...recording, name: name.trim() };
        onUpload(named, toFile([file], named));
      }}
    >
      <output className={styles['state']} data-paused>
        {texts.stopped()}
      </output>
      {wasCut && <Text mt="xs">{texts.cut()}</Text>}
      <TextInput
        mt="sm"
        label={texts.name()}
        value={name}
        maxLength={200}
        data-autofocus
        autoComplete="off"
        error={isMissing && texts.nameMissing()}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setMissing(false);
          setName(event.currentTarget.value);
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        {texts.length()}: {formatLength(recording.seconds)}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are yet to be found */}
      <audio className={styles['audio']} controls src={url} aria-label={texts.audio()} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDiscard}>
          {texts.discard()}
        </Button>
        <Button type="submit">{texts.upload()}</Button>
      </Group>
    </form>
  );
}
