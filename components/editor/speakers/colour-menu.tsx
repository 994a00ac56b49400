'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { speakerTexts } from '#components/texts/speakers';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import { colourOf } from '../document/monologue-view';
import { inOneStep } from '../document/one-step';
import { useRoom } from '../edit-room';
import { colourSpeaker } from './change-speakers';
import styles from './speaker-menu.module.css';
import { Swatch } from './swatch';

const texts = speakerTexts.dialog;

/** A speaker's colour, which opens the ten to choose from. */
export function ColourMenu({ speaker }: { speaker: EditedSpeaker }) {
  const { editor, announce } = useRoom();
  const choose = (chosen: string): void => {
    const tr = colourSpeaker(editor.state, speaker.id, Number(chosen));
    if (tr === undefined) return;
    inOneStep(editor.view, tr);
    announce(speakerTexts.said.coloured(speaker.name, texts.colours[Number(chosen)] ?? ''));
  };
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.colour(speaker.name)}>
          <Swatch colour={colourOf(speaker)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(colourOf(speaker))} onChange={choose}>
          {texts.colours.map((name, colour) => (
            <Menu.RadioItem key={name} value={String(colour)} closeMenuOnClick>
              <span className={styles['choice']}>
                <Swatch colour={colour} /> {name}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
