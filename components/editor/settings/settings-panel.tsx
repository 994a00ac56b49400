'use client';

import { Button, Checkbox, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { keyTexts } from '#components/texts/keys';
import { KeyPreset } from '../commands/key-preset';
import { useRoom } from '../edit-room';
import { limits, type EditorSettings } from './editor-settings';
import styles from './settings-panel.module.css';

const texts = keyTexts.settings;

/** How the person who looks likes the editor. */
export function SettingsPanel() {
  const { door, settings, changeSettings, settingsTrouble, openPanel } = useRoom();
  return (
    <Stack gap="sm">
      {settingsTrouble !== undefined && <p role="alert">{settingsTrouble}</p>}
      <h3 className={styles['group']}>{texts.sound}</h3>
      <Seconds name="skipSeconds" />
      <Seconds name="stepBackSeconds" />
      <Choice name="holdToPlay" />
      <Choice name="follow" />
      <Choice name="seekOnClick" description={texts.seekOnClickHelp} />
      <h3 className={styles['group']}>{texts.text}</h3>
      <NativeSelect
        label={texts.textSize}
        value={String(settings.textSize)}
        data={Object.entries(texts.textSizes).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => changeSettings({ textSize: Number(currentTarget.value) })}
      />
      <Choice name="spellcheck" />
      <h3 className={styles['group']}>{texts.keys}</h3>
      <KeyPreset />
      <Button variant="default" onClick={() => openPanel('shortcuts')}>
        {texts.changeKeys}
      </Button>
      <p className={styles['kept']}>
        {door.accountSettings === undefined ? texts.keptHere : texts.keptInAccount}
      </p>
    </Stack>
  );
}

type Switched = 'holdToPlay' | 'follow' | 'seekOnClick' | 'spellcheck';

function Choice({ name, description }: { name: Switched; description?: string }) {
  const { settings, changeSettings } = useRoom();
  return (
    <Checkbox
      label={texts[name]}
      description={description}
      checked={settings[name]}
      onChange={({ currentTarget }) =>
        changeSettings({ [name]: currentTarget.checked } satisfies Partial<EditorSettings>)
      }
    />
  );
}

function Seconds({ name }: { name: 'skipSeconds' | 'stepBackSeconds' }) {
  const { settings, changeSettings } = useRoom();
  const [min, max] = limits[name] ?? [0, 60];
  return (
    <NumberInput
      label={texts[name]}
      min={min}
      max={max}
      step={name === 'skipSeconds' ? 1 : 0.5}
      decimalScale={1}
      clampBehavior="blur"
      value={settings[name]}
      onChange={(value) => {
        if (typeof value === 'number' && value >= min && value <= max) changeSettings({ [name]: value });
      }}
    />
  );
}
