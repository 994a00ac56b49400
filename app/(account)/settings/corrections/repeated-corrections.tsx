'use client';

import { ActionIcon, Text, Title } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { Icon } from '#components/ui/icon';
import { useKeptFocus } from '#components/ui/kept-focus/use-kept-focus.ts';
import { Link } from '#components/ui/link';
import { UndoLine, type UndoNotice } from '#components/notices/undo-line';
import { useAction } from '#components/ui/use-action.ts';
import { formatClock, formatList } from '#lib/messages/format';
import * as texts from '#messages/repeated-corrections';
import { addToVocabulary, dismissCorrection, undoDecision } from '#app/(account)/settings/actions';
import { usePassagePlayer, type Passage, type PassagePlayer } from './use-passage-player';
import styles from './repeated-corrections.module.css';

/** A frequently corrected name or term. */
export interface RepeatedCorrection {
  phrase: string;
  heard: string[];
  count: number;
  transcripts: number;
  places: Array<Passage & { name: string }>;
}

/** Frequent corrections to add to the vocabulary or dismiss, each with its passages and their audio. */
export function RepeatedCorrections({
  corrections,
  onAdd,
  onRemove,
}: {
  corrections: RepeatedCorrection[];
  onAdd: (phrase: string) => void;
  onRemove: (phrase: string) => void;
}) {
  const [notice, setNotice] = useState<UndoNotice>();
  const add = useAction(addToVocabulary);
  const dismiss = useAction(dismissCorrection);
  const undo = useAction(undoDecision);
  const player = usePassagePlayer();
  const { region } = useKeptFocus(findHeading);
  const [undoable] = notice?.undoable ?? [];

  async function onAdded(phrase: string) {
    if ((await add.run(phrase)) === undefined) return;
    onAdd(phrase);
    setNotice({ text: texts.added({ phrase }), undoable: [phrase] });
  }

  async function onDismissed(phrase: string) {
    if ((await dismiss.run(phrase)) === undefined) return;
    setNotice({ text: texts.dismissed({ phrase }), undoable: [phrase] });
  }

  async function onUndo() {
    if (undoable === undefined) return;
    const undone = await undo.run(undoable);
    if (undone === undefined) return;
    if (undone.value) onRemove(undoable);
    setNotice(undefined);
  }

  return (
    <div ref={region}>
      {corrections.length > 0 && (
        <>
          <Title order={3} size="h4" mt="lg" tabIndex={-1}>
            {texts.title()}
          </Title>
          <Text c="dimmed" size="sm" mb="sm">
            {texts.lead()}
          </Text>
          <ul className={styles['rows']}>
            {corrections.map((correction) => (
              <Row
                key={correction.phrase}
                correction={correction}
                player={player}
                isBusy={add.isBusy || dismiss.isBusy}
                onAdd={onAdded}
                onDismiss={onDismissed}
              />
            ))}
          </ul>
        </>
      )}
      <ErrorAlert>{add.error ?? dismiss.error ?? undo.error ?? player.error}</ErrorAlert>
      <div data-item={undoable}>
        <UndoLine
          notice={notice}
          announcement=""
          isUndoing={undo.isBusy}
          onUndo={onUndo}
          onDismiss={() => setNotice(undefined)}
        />
      </div>
    </div>
  );
}

function findHeading(region: HTMLElement): HTMLElement | null {
  return region.querySelector('h3') ?? region.closest('section')?.querySelector('h2') ?? null;
}

function Row({
  correction: { phrase, heard, count, transcripts, places },
  player,
  isBusy,
  onAdd,
  onDismiss,
}: {
  correction: RepeatedCorrection;
  player: PassagePlayer;
  isBusy: boolean;
  onAdd: (phrase: string) => Promise<void>;
  onDismiss: (phrase: string) => Promise<void>;
}) {
  const quoted = formatList(heard.map((text) => texts.quoted({ text })));
  return (
    <li className={styles['row']} data-item={phrase}>
      <div className={styles['what']}>
        <bdi className={styles['phrase']}>{phrase}</bdi>
        <span className={styles['fact']}>
          {texts.heard({ heard: quoted })} · {texts.count({ count, transcripts })}
        </span>
      </div>
      <div className={styles['answers']}>
        <BusyButton
          variant="default"
          size="xs"
          h={36}
          data-control="add"
          isBusy={isBusy}
          aria-label={texts.addNamed({ phrase })}
          onClick={() => void onAdd(phrase)}
        >
          {texts.add()}
        </BusyButton>
        <BusyButton
          variant="subtle"
          color="gray"
          size="xs"
          h={36}
          data-control="dismiss"
          isBusy={isBusy}
          aria-label={texts.dismissNamed({ phrase })}
          onClick={() => void onDismiss(phrase)}
        >
          {texts.dismiss()}
        </BusyButton>
      </div>
      <ul className={styles['places']}>
        {places.map((place) => (
          <Place key={`${place.jobId} ${place.startMs}`} place={place} player={player} />
        ))}
      </ul>
    </li>
  );
}

function Place({ place, player }: { place: RepeatedCorrection['places'][number]; player: PassagePlayer }) {
  const { jobId, name, startMs } = place;
  const time = formatClock(startMs);
  const isPlaying = player.playing?.jobId === jobId && player.playing.startMs === startMs;
  return (
    <li className={styles['place']}>
      <ActionIcon
        variant="subtle"
        size={36}
        data-control="play"
        aria-label={isPlaying ? texts.pause() : texts.play({ name, time })}
        onClick={() => (isPlaying ? player.pause() : void player.play(place))}
      >
        <Icon shape={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled} />
      </ActionIcon>
      <Link className={styles['link']} href={`/editor/${jobId}?t=${startMs / 1000}`}>
        {time} <bdi>{name}</bdi>
      </Link>
    </li>
  );
}
