'use client';

import * as texts from '#messages/editor/shortcuts';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { formatAlt } from '#components/editor/keyboard/keys.ts';
import { presetIds } from '#components/editor/keyboard/presets.ts';
import { Choice } from '#components/ui/choice';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';

/** Selects a shortcut preset. */
export function KeyPreset() {
  const { settings } = useEditorServices();
  const keyPreset = useSetting('keyPreset');
  const keyboard = useKeyboard();
  return (
    <Choice
      label={texts.preset()}
      description={texts.presetHelp[keyPreset]({ alt: formatAlt(keyboard) })}
      inputWrapperOrder={['label', 'input', 'description']}
      values={presetIds}
      value={keyPreset}
      nameOf={(id) => texts.presets[id]()}
      onChoose={(id) => settings.change({ keyPreset: id })}
    />
  );
}
