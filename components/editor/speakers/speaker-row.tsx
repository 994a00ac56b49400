'use client';

import * as speakersTexts from '#messages/editor/speakers';
import * as speakersDialogTexts from '#messages/editor/speakers-dialog';
import { formatPercent } from '#lib/messages/format';
import { ActionIcon, Button, TextInput, Menu } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { Node } from '@tiptap/pm/model';
import { Icon } from '#components/ui/icon';
import type { MachineWord } from '#lib/transcript/model';
import type { TimeRange } from '#components/editor/player/player.ts';
import { getTimeRange } from '#components/editor/player/position/positions.ts';
import { endLoop } from '#components/editor/review/focus-item.ts';
import { usePlayer } from '#components/editor/player/use-player.ts';
import { useEffect, useRef, useState } from 'react';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { removeSpeaker, renameSpeaker, maxNameLength, mergeSpeakers } from './change-speakers';
import { ColorMenu } from './color-menu';
import type { SpeakingShare } from './speaking-shares';
import styles from './speakers-dialog.module.css';
import { getAttributes, getSpeakerColor } from '#components/editor/document/to-document.ts';
import { Swatch } from './swatch';
import menuStyles from './speaker-menu.module.css';

/** One speaker in the dialog. Enter and blur save the name. */
export function SpeakerRow({
  speaker,
  share,
  others,
  startsHere,
}: {
  speaker: EditedSpeaker;
  share: SpeakingShare | undefined;
  others: readonly EditedSpeaker[];
  startsHere: boolean;
}) {
  const { editor, announce } = useEditorServices();
  const { name } = speaker;
  const isUnused = share === undefined;
  const remove = (): void => {
    const tr = removeSpeaker(editor.state, speaker.id);
    if (tr === undefined) return;
    singleUndoStep(editor.view, tr);
    announce(speakersTexts.removed({ name }));
  };
  return (
    <li className={styles['row']}>
      <ColorMenu speaker={speaker} />
      <Hear speaker={speaker} />
      <Name speaker={speaker} others={others} startsHere={startsHere} />
      <span className={styles['share']}>
        {isUnused
          ? speakersDialogTexts.silent()
          : speakersDialogTexts.share({ count: share.monologues, percent: formatPercent(share.share * 100) })}
      </span>
      <span className={styles['acts']}>
        {others.length > 0 && <MergeMenu speaker={speaker} others={others} />}
        {isUnused && others.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={speakersDialogTexts.removeNamed({ name })}
            onClick={remove}
          >
            {speakersDialogTexts.remove()}
          </Button>
        )}
      </span>
    </li>
  );
}

/** The maximum length of a voice sample. */
const maxSampleMs = 10_000;

/** Plays the speaker's longest paragraph in a loop until pressed again. */
function Hear({ speaker: { id, name } }: { speaker: EditedSpeaker }) {
  const { editor, words, player } = useEditorServices();
  const hasPlayed = useRef(false);
  useEffect(
    () => () => {
      if (hasPlayed.current) endLoop(player);
    },
    [player],
  );
  const sample = findSample(editor.state.doc, words, id);
  const isPlaying = usePlayer(
    (player) => sample !== undefined && player.isPlaying() && player.loopRange()?.startMs === sample.startMs,
  );
  const isReady = usePlayer((player) => player.state().kind === 'ready');
  const toggle = (): void => {
    if (sample === undefined) return;
    if (isPlaying) return endLoop(player);
    hasPlayed.current = true;
    player.loop(sample);
    player.seek(sample.startMs);
    player.play();
  };
  return (
    <ActionIcon
      className={styles['hear'] ?? ''}
      variant="subtle"
      color="gray"
      disabled={!isReady || sample === undefined}
      aria-label={
        isPlaying ? speakersDialogTexts.stopNamed({ name }) : speakersDialogTexts.hearNamed({ name })
      }
      onClick={toggle}
    >
      <Icon shape={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled} size={16} />
    </ActionIcon>
  );
}

function findSample(doc: Node, words: readonly MachineWord[], speaker: number): TimeRange | undefined {
  let longest: TimeRange | undefined;
  doc.forEach((node) => {
    const range = getAttributes(node).speaker === speaker ? getTimeRange(node, words) : undefined;
    const getLength = ({ startMs, endMs }: TimeRange): number => endMs - startMs;
    if (range !== undefined && (longest === undefined || getLength(range) > getLength(longest)))
      longest = range;
  });
  if (longest === undefined) return undefined;
  return { ...longest, endMs: Math.min(longest.endMs, longest.startMs + maxSampleMs) };
}

function Name({
  speaker: { id, name },
  others,
  startsHere,
}: {
  speaker: EditedSpeaker;
  others: readonly EditedSpeaker[];
  startsHere: boolean;
}) {
  const { editor, announce } = useEditorServices();
  const [changed, setTyped] = useState<string>();
  const typed = changed ?? name;
  const rename = (): void => {
    const tr = renameSpeaker(editor.state, id, typed);
    setTyped(undefined);
    if (tr === undefined) return;
    singleUndoStep(editor.view, tr);
    const now = tr.doc.attrs['speakers'].find((speaker: EditedSpeaker) => speaker.id === id)?.name ?? typed;
    const announcement = speakersTexts.renamed({ before: name, after: now });
    announce(
      others.some((speaker) => speaker.name === now)
        ? `${announcement}. ${speakersDialogTexts.sameName()}`
        : announcement,
    );
  };
  return (
    <TextInput
      className={styles['name'] ?? ''}
      aria-label={speakersDialogTexts.name({ name })}
      description={
        others.some((speaker) => speaker.name === name) ? speakersDialogTexts.sameName() : undefined
      }
      inputWrapperOrder={['input', 'description']}
      value={typed}
      maxLength={maxNameLength}
      dir="auto"
      {...(startsHere ? { 'data-autofocus': true } : {})}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) rename();
        // The first Escape resets the field, the second closes the dialog.
        if (event.key !== 'Escape' || typed === name) return;
        event.stopPropagation();
        setTyped(undefined);
      }}
    />
  );
}

/** Merges a speaker into another one, without confirmation, since it can be undone. */
function MergeMenu({ speaker, others }: { speaker: EditedSpeaker; others: readonly EditedSpeaker[] }) {
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
      <Menu.Dropdown className={menuStyles['others'] ?? ''}>
        {others.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={<Swatch color={getSpeakerColor(other)} />}
            onClick={() => merge(other)}
          >
            <bdi className={menuStyles['name']}>{other.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
