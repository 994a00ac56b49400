'use client';

import { Button, Checkbox, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { exportTexts as texts } from '#components/texts/export';
import { useAction } from '../../account/use-action';
import { useRoom } from '../edit-room';
import { useRevisions } from '../history/use-revisions';
import styles from './export.module.css';
import { copyVersion } from './copy-version';
import { download } from './download';
import { formats, leavesOut, type Wish } from './wish';

/** Takes the transcript away: as a file of some format and version, or by the clipboard. */
export function ExportPanel() {
  const room = useRoom();
  const [wish, setWish] = useState<Wish>({ format: 'word', version: 'latest', times: true, speakers: true });
  const [said, setSaid] = useState('');
  const { run, isBusy, trouble } = useAction(download);
  const change = (part: Partial<Wish>): void => setWish({ ...wish, ...part });

  async function getFile() {
    setSaid('');
    const done = await run(room, wish);
    if (done !== undefined) setSaid(texts.done(done.value));
  }

  async function copy() {
    const copied = await copyVersion(room, wish.version, wish);
    setSaid(copied === undefined ? texts.notCopied : texts.copied);
  }

  return (
    <Stack gap="md">
      <NativeSelect
        label={texts.format}
        value={wish.format}
        data={formats.map((value) => ({ value, label: texts.formats[value] }))}
        description={wish.format === 'tracked' ? texts.trackedHint : undefined}
        onChange={(event) => change({ format: event.currentTarget.value as Wish['format'] })}
      />
      {wish.format !== 'tracked' && (
        <ExportedVersion value={wish.version} onChange={(version) => change({ version })} />
      )}
      {leavesOut[wish.format].length > 0 && (
        <fieldset className={styles['parts']}>
          <legend className={styles['with']}>{texts.include}</legend>
          {leavesOut[wish.format].map((part) => (
            <Checkbox
              key={part}
              label={texts[part]}
              checked={wish[part]}
              onChange={(event) => change({ [part]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
      )}
      <BusyButton isBusy={isBusy} onClick={() => void getFile()}>
        {texts.download}
      </BusyButton>
      {isBusy && (
        <div>
          <Text size="sm">{texts.working}</Text>
          <Progress value={100} animated aria-label={texts.working} my="xs" />
          <Text size="sm" c="dimmed">
            {texts.workingHint}
          </Text>
        </div>
      )}
      <Trouble>{trouble}</Trouble>
      <Button variant="default" onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.copyHint}
      </Text>
      <output className={styles['said']}>{said}</output>
    </Stack>
  );
}

/** The newest version, the machine's, or one that somebody has named. */
function ExportedVersion({ value, onChange }: { value: string; onChange: (version: string) => void }) {
  const { revisions = [] } = useRevisions();
  const named = revisions.flatMap(({ number, name }) =>
    name === undefined ? [] : [{ value: String(number), label: name }],
  );
  return (
    <NativeSelect
      label={texts.version}
      value={value}
      data={[{ value: 'latest', label: texts.latest }, { value: 'machine', label: texts.machine }, ...named]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
