'use client';

import * as speakersTexts from '#messages/editor/speakers';
import * as speakersDialogTexts from '#messages/editor/speakers-dialog';
import { ActionIcon, Menu } from '@mantine/core';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { getSpeakerColor } from '#components/editor/document/to-document.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { colorSpeaker } from './change-speakers';
import styles from './speaker-menu.module.css';
import { Swatch } from './swatch';

const names = speakersDialogTexts.colors;
const colors = [
  names.blue,
  names.orange,
  names.green,
  names.purple,
  names.teal,
  names.yellow,
  names.red,
  names.olive,
  names.violet,
  names.gray,
];

/** A button in a speaker's color that opens the ten colors. */
export function ColorMenu({ speaker }: { speaker: EditedSpeaker }) {
  const { editor, announce } = useEditorServices();
  const choose = (chosen: string): void => {
    const tr = colorSpeaker(editor.state, speaker.id, Number(chosen));
    if (tr === undefined) return;
    singleUndoStep(editor.view, tr);
    announce(speakersTexts.colorChanged({ name: speaker.name, color: colors[Number(chosen)]?.() ?? '' }));
  };
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={speakersDialogTexts.color({ name: speaker.name })}
        >
          <Swatch color={getSpeakerColor(speaker)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(getSpeakerColor(speaker))} onChange={choose}>
          {colors.map((name, color) => (
            <Menu.RadioItem key={name()} value={String(color)} closeMenuOnClick>
              <span className={styles['choice']}>
                <Swatch color={color} /> {name()}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
