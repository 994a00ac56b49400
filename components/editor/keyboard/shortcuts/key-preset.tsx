'use client';

import * as texts from '#messages/editor/shortcuts';
import { NativeSelect } from '@mantine/core';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { formatAlt } from '#components/editor/keyboard/keys.ts';
import { presetIds } from '#components/editor/keyboard/presets.ts';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';

/** The choice of a shortcut preset. */
export function KeyPreset() {
  const { settings } = useEditorServices();
  const keyPreset = useSetting('keyPreset');
  const keyboard = useKeyboard();
  return (
    <NativeSelect
      label={texts.preset()}
      description={texts.presetHelp[keyPreset]({ alt: formatAlt(keyboard) })}
      inputWrapperOrder={['label', 'input', 'description']}
      value={keyPreset}
      data={presetIds.map((id) => ({ value: id, label: texts.presets[id]() }))}
      onChange={({ currentTarget }) => {
        const chosen = presetIds.find((id) => id === currentTarget.value);
        if (chosen !== undefined) settings.change({ keyPreset: chosen });
      }}
    />
  );
}
