'use client';

import * as speakersTexts from '#messages/editor/speakers';
import * as speakersDialogTexts from '#messages/editor/speakers-dialog';
import { Button, Menu } from '@mantine/core';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { getSpeakerColor } from '#components/editor/document/speaker-color.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { mergeSpeakers } from './change-speakers';
import { Swatch } from './swatch';
import styles from './speaker-menu.module.css';

/** The others, into one of whom a speaker is merged. It asks nothing: it can be undone. */
export function MergeMenu({ speaker, others }: { speaker: EditedSpeaker; others: readonly EditedSpeaker[] }) {
  const { editor, announce } = useEditorServices();
  const merge = (into: EditedSpeaker): void => {
    const tr = mergeSpeakers(editor.state, speaker.id, into.id);
    if (tr === undefined) return;
    singleUndoStep(editor.view, tr);
    announce(speakersTexts.merged({ from: speaker.name, into: into.name }));
  };
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={speakersDialogTexts.mergeNamed({ name: speaker.name })}
        >
          {speakersDialogTexts.merge()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles['others'] ?? ''}>
        {others.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={<Swatch color={getSpeakerColor(other)} />}
            onClick={() => merge(other)}
          >
            <bdi className={styles['name']}>{other.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
