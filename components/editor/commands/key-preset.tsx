'use client';

import { NativeSelect } from '@mantine/core';
import { keyTexts } from '#components/texts/keys';
import { useRoom } from '../edit-room';
import { presetIds } from './presets';

/** The choice among the ways of working that people bring with them. */
export function KeyPreset() {
  const { settings, changeSettings } = useRoom();
  return (
    <NativeSelect
      label={keyTexts.presets.label}
      description={keyTexts.presetHelp[settings.keyPreset]}
      inputWrapperOrder={['label', 'input', 'description']}
      value={settings.keyPreset}
      data={presetIds.map((id) => ({ value: id, label: keyTexts.presets[id] }))}
      onChange={({ currentTarget }) => {
        const chosen = presetIds.find((id) => id === currentTarget.value);
        if (chosen !== undefined) changeSettings({ keyPreset: chosen });
      }}
    />
  );
}
