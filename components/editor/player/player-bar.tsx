'use client';

import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { playerTexts as texts } from '#components/texts/player';
import { clockOf } from '../clock';
import { useRoom } from '../edit-room';
import type { Follow } from './follow-word';
import { Icon } from './icons';
import { MediaNotice } from './media-notice';
import { Picture } from './picture';
import styles from './player-bar.module.css';
import { SoundOptions } from './sound-options';
import { Timeline } from './timeline';
import { usePlayer, usePlayerSecond } from './use-player';
import { useSound } from './use-sound';
import { VolumeControl } from './volume-control';

const rates = Array.from({ length: 16 }, (_, i) => (5 + i) / 10);

/** The player below the text. */
export function PlayerBar() {
  const follow = useSound();
  const isReady = usePlayer((player) => player.state().kind === 'ready');
  return (
    <section className={styles['player']} aria-label={texts.player} data-region="player">
      <div className={styles['above']}>
        {follow && <BackToWord follow={follow} />}
        <Picture />
      </div>
      <MediaNotice />
      <Timeline isReady={isReady} />
      <div className={styles['controls']}>
        <Transport isReady={isReady} />
        <Clock />
        <div className={styles['rest']}>
          <LoopButton isReady={isReady} />
          <RateSelect />
          <VolumeControl />
          <SoundOptions />
        </div>
      </div>
    </section>
  );
}

function Transport({ isReady }: { isReady: boolean }) {
  const { player, settings } = useRoom();
  const isPlaying = usePlayer((one) => one.isPlaying());
  const seconds = settings.skipSeconds;
  return (
    <div className={styles['transport']}>
      <ActionIcon
        variant="subtle"
        size={36}
        disabled={!isReady}
        aria-label={texts.back(seconds)}
        title={texts.back(seconds)}
        onClick={() => player.skip(-seconds * 1000)}
      >
        <Icon shape="back" />
      </ActionIcon>
      <ActionIcon
        variant="filled"
        radius="xl"
        size={44}
        disabled={!isReady}
        aria-label={isPlaying ? texts.pause : texts.play}
        title={isPlaying ? texts.pause : texts.play}
        onClick={player.toggle}
      >
        <Icon shape={isPlaying ? 'pause' : 'play'} size={24} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={36}
        disabled={!isReady}
        aria-label={texts.forward(seconds)}
        title={texts.forward(seconds)}
        onClick={() => player.skip(seconds * 1000)}
      >
        <Icon shape="forward" />
      </ActionIcon>
    </div>
  );
}

function Clock() {
  const second = usePlayerSecond();
  const lengthMs = usePlayer((player) => player.durationMs());
  return (
    <span className={styles['clock']}>
      {clockOf(second * 1000)}{' '}
      {lengthMs > 0 && <span className={styles['length']}>/ {clockOf(lengthMs)}</span>}
    </span>
  );
}

function LoopButton({ isReady }: { isReady: boolean }) {
  const { run } = useRoom();
  const isLooping = usePlayer((player) => player.loopStretch() !== undefined);
  return (
    <ActionIcon
      variant={isLooping ? 'light' : 'subtle'}
      size={36}
      disabled={!isReady}
      aria-pressed={isLooping}
      aria-label={texts.loopOn}
      title={isLooping ? texts.loopOff : texts.loopOn}
      // The selection that is to be repeated stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run('loop')}
    >
      <Icon shape="repeat" />
    </ActionIcon>
  );
}

function RateSelect() {
  const { player, changeSettings } = useRoom();
  const rate = usePlayer((one) => Math.round(one.rate() * 10) / 10);
  return (
    <label className={styles['rate']} title={texts.speed}>
      <VisuallyHidden>{texts.speed}</VisuallyHidden>
      <select
        value={rate}
        onChange={({ currentTarget }) => {
          player.setRate(Number(currentTarget.value));
          changeSettings({ rate: player.rate() });
        }}
      >
        {rates.map((one) => (
          <option key={one} value={one}>
            {texts.rateShort(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function BackToWord({ follow }: { follow: Follow }) {
  const waits = useSyncExternalStore(follow.subscribe, follow.waits);
  if (!waits) return null;
  return (
    <Button className={styles['backToWord'] ?? ''} size="compact-md" onClick={follow.back}>
      {texts.backToWord}
    </Button>
  );
}
