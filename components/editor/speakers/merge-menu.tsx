'use client';

import { Button, Menu } from '@mantine/core';
import { speakerTexts } from '#components/texts/speakers';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import { colourOf } from '../document/monologue-view';
import { inOneStep } from '../document/one-step';
import { useRoom } from '../edit-room';
import { mergeSpeakers } from './change-speakers';
import { Swatch } from './swatch';
import styles from './speaker-menu.module.css';

const texts = speakerTexts.dialog;

/** The others, into one of whom a speaker is merged. It asks nothing: it can be undone. */
export function MergeMenu({ speaker, others }: { speaker: EditedSpeaker; others: readonly EditedSpeaker[] }) {
  const { editor, announce } = useRoom();
  const merge = (into: EditedSpeaker): void => {
    const tr = mergeSpeakers(editor.state, speaker.id, into.id);
    if (tr === undefined) return;
    inOneStep(editor.view, tr);
    announce(speakerTexts.said.merged(speaker.name, into.name));
  };
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" aria-label={texts.merge(speaker.name)}>
          {texts.mergeInto}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles['others'] ?? ''}>
        {others.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={<Swatch colour={colourOf(other)} />}
            onClick={() => merge(other)}
          >
            <bdi className={styles['name']}>{other.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
