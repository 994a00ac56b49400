'use client';

import * as frameTexts from '#messages/frame';
import * as snippetsTexts from '#messages/editor/snippets';
import * as texts from '#messages/editor/settings';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { KeyPreset } from '#components/editor/keyboard/shortcuts/key-preset';
import { getModifierName } from '#components/editor/keyboard/keys.ts';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { Choice } from '#components/ui/choice';
import { useStored } from '#components/ui/store.ts';
import { FootPedalDialog } from '#components/editor/player/pedal/foot-pedal-dialog';
import { ThemeSelect } from '#components/shell/theme/theme-select';
import { limits, lineSpacings, textWidths, type EditorSettings } from './editor-settings';
import { TimeSettings } from './time-settings';
import styles from './settings-panel.module.css';

const textSizes = new Map([
  [0.875, texts.textSizes.small],
  [1, texts.textSizes.normal],
  [1.25, texts.textSizes.large],
  [1.5, texts.textSizes.larger],
  [1.75, texts.textSizes.largest],
]);

/** The editor settings of the current person. */
export function SettingsPanel() {
  const { access, settings, panel, run } = useEditorServices();
  const error = useStored(settings.error);
  const textSize = useSetting('textSize');
  const textWidth = useSetting('textWidth');
  const lineSpacing = useSetting('lineSpacing');
  const keyboard = useKeyboard();
  return (
    <Stack gap="sm">
      {error !== undefined && <p role="alert">{error}</p>}
      <h3 className={styles['group']}>{texts.playback()}</h3>
      <Seconds name="skipSeconds" />
      <Seconds name="stepBackSeconds" />
      <Switch name="holdToPlay" />
      <Switch name="follow" />
      <Switch
        name="seekOnClick"
        description={texts.seekOnClickHelp({ alt: getModifierName('Alt', keyboard) })}
      />
      <FootPedal />
      <h3 className={styles['group']}>{texts.textGroup()}</h3>
      <Choice
        label={texts.textSize()}
        values={[...textSizes.keys()]}
        value={textSize}
        nameOf={(size) => textSizes.get(size)?.() ?? ''}
        onChoose={(size) => settings.change({ textSize: size })}
      />
      <Choice
        label={texts.textWidth()}
        values={textWidths}
        value={textWidth}
        nameOf={(width) => texts.textWidths[width]()}
        onChoose={(width) => settings.change({ textWidth: width })}
      />
      <Choice
        label={texts.lineSpacing()}
        values={lineSpacings}
        value={lineSpacing}
        nameOf={(spacing) => texts.lineSpacings[spacing]()}
        onChoose={(spacing) => settings.change({ lineSpacing: spacing })}
      />
      <ThemeSelect label={frameTexts.theme()} />
      <Switch name="spellcheck" />
      <Switch name="markUncertain" />
      {access.may === 'edit' && (
        <>
          <Switch name="capitalizeAfterSplit" />
          <Button variant="default" onClick={() => run('snippets')}>
            {snippetsTexts.open()}
          </Button>
          <TimeSettings />
        </>
      )}
      <h3 className={styles['group']}>{texts.shortcuts()}</h3>
      <KeyPreset />
      <Button variant="default" onClick={() => panel.set('shortcuts')}>
        {texts.editShortcuts()}
      </Button>
      <p className={styles['kept']}>
        {access.accountSettings === undefined ? texts.savedInBrowser() : texts.savedInAccount()}
      </p>
    </Stack>
  );
}

/** Opens the foot pedal dialog, if the browser supports pedals. */
function FootPedal() {
  const pedal = useStored(useEditorServices().pedal);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (pedal === undefined) return null;
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setOpen(true)}>
        {texts.pedal()}
      </Button>
      <FootPedalDialog pedal={pedal} opened={isOpen} onClose={close} />
    </>
  );
}

type Switched =
  | 'markUncertain'
  | 'holdToPlay'
  | 'follow'
  | 'seekOnClick'
  | 'spellcheck'
  | 'capitalizeAfterSplit';

function Switch({ name, description }: { name: Switched; description?: string }) {
  const { settings } = useEditorServices();
  const isChecked = useSetting(name);
  return (
    <Checkbox
      label={texts.fields[name]()}
      description={description}
      checked={isChecked}
      onChange={({ currentTarget }) =>
        settings.change({ [name]: currentTarget.checked } satisfies Partial<EditorSettings>)
      }
    />
  );
}

function Seconds({ name }: { name: 'skipSeconds' | 'stepBackSeconds' }) {
  const { settings } = useEditorServices();
  const value = useSetting(name);
  const [min, max] = limits[name] ?? [0, 60];
  // The typed text, which may not be a valid number yet.
  const [draft, setDraft] = useState<string>();
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      label={texts.fields[name]()}
      min={min}
      max={max}
      step={name === 'skipSeconds' ? 1 : 0.5}
      value={draft ?? value}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.valueAsNumber;
        setDraft(currentTarget.value);
        if (typed >= min && typed <= max) settings.change({ [name]: typed });
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}
