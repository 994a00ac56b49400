'use client';

import * as texts from '#messages/editor/player';
import { formatNumber, formatPercent } from '#lib/messages/format';
import { ActionIcon, Button, VisuallyHidden, Anchor } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconReload, IconRepeat } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import { useStored } from '#components/ui/store.ts';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import type { Follow } from '#components/editor/player/playing-word/follow-word.ts';
import { CommandTip, IconButton } from '#components/editor/keyboard/command-tip';
import { Clock } from '#components/editor/player/go-to-time/clock';
import { ShowPicture } from '#components/editor/player/picture/picture';
import styles from './player-bar.module.css';
import { Timeline } from '#components/editor/player/timeline/timeline';
import { takesPlay } from './player';
import { usePlayer } from './use-player';
import { useSound } from './use-sound';
import { VolumeControl } from './volume-control';
import * as commonTexts from '#messages/common';
import { usePedal } from '#components/editor/player/pedal/connect-pedal.ts';

const rates = Array.from({ length: 16 }, (_, i) => (5 + i) / 10);

/** The player below the text. */
export function PlayerBar() {
  const { player, pedal } = useEditorServices();
  const follow = useSound();
  usePedal(player, pedal);
  const isReady = usePlayer((player) => player.state().kind === 'ready');
  return (
    <section className={styles['player']} aria-label={texts.label()} data-region="player">
      <div className={styles['above']}>{follow && <BackToWord follow={follow} />}</div>
      <MediaNotice />
      <OriginalNotice />
      {isReady && <Timeline />}
      <div className={styles['controls']}>
        <Transport isReady={isReady} />
        <Clock />
        <div className={styles['rest']}>
          <ShowPicture />
          <LoopButton isReady={isReady} />
          <StepSelect />
          <RateSelect />
          <VolumeControl />
        </div>
      </div>
    </section>
  );
}

function Transport({ isReady }: { isReady: boolean }) {
  const { player } = useEditorServices();
  const isPlaying = usePlayer((player) => player.isPlaying());
  const canPlay = usePlayer((player) => takesPlay(player.state()));
  const seconds = useSetting('skipSeconds');
  return (
    <div className={styles['transport']}>
      <IconButton
        label={texts.back({ seconds })}
        command="back"
        icon={IconReload}
        iconSize={20}
        className={styles['skipBack'] ?? ''}
        size={36}
        disabled={!isReady}
        onClick={() => player.skip(-seconds * 1000)}
      />
      <CommandTip label={isPlaying ? texts.pause() : texts.play()} command="play-pause">
        <ActionIcon
          variant="filled"
          radius="xl"
          size={44}
          data-hint="play"
          disabled={!canPlay}
          aria-label={isPlaying ? texts.pause() : texts.play()}
          onClick={player.toggle}
        >
          <Icon shape={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled} size={22} />
        </ActionIcon>
      </CommandTip>
      <IconButton
        label={texts.forward({ seconds })}
        command="forward"
        icon={IconReload}
        iconSize={20}
        size={36}
        disabled={!isReady}
        onClick={() => player.skip(seconds * 1000)}
      />
    </div>
  );
}

function LoopButton({ isReady }: { isReady: boolean }) {
  const { run } = useEditorServices();
  const isLooping = usePlayer((player) => player.loopRange() !== undefined);
  return (
    <IconButton
      label={isLooping ? texts.loopOff() : texts.loopOn()}
      command="loop"
      icon={IconRepeat}
      iconSize={20}
      isOn={isLooping}
      size={36}
      disabled={!isReady}
      aria-pressed={isLooping}
      aria-label={texts.loopOn()}
      // Keeps the selection to be repeated.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run('loop')}
    />
  );
}

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const steps = [1, 2, 3, 4, 5, 10, 15, 30];

/** Sets the length of a skip. On narrow pages, it is only in the settings. */
function StepSelect() {
  const { settings } = useEditorServices();
  const seconds = useSetting('skipSeconds');
  const offered = steps.includes(seconds) ? steps : [...steps, seconds].toSorted((a, b) => a - b);
  return (
    <BarSelect
      className={styles['step']}
      title={texts.skipBy()}
      values={offered}
      value={seconds}
      nameOf={(value) => texts.stepShort({ seconds: formatNumber(value) })}
      onChoose={(skipSeconds) => settings.change({ skipSeconds })}
    />
  );
}

function RateSelect() {
  const { player, settings } = useEditorServices();
  const rate = usePlayer((player) => Math.round(player.rate() * 10) / 10);
  return (
    <BarSelect
      title={texts.speed()}
      values={rates}
      value={rate}
      nameOf={(value) => texts.speedShort({ speed: formatNumber(value, oneDigit) })}
      onChoose={(chosen) => {
        player.setRate(chosen);
        settings.change({ rate: player.rate() });
      }}
    />
  );
}

function BarSelect({
  className = '',
  title,
  values,
  value,
  nameOf,
  onChoose,
}: {
  className?: string | undefined;
  title: string;
  values: readonly number[];
  value: number;
  nameOf: (value: number) => string;
  onChoose: (value: number) => void;
}) {
  return (
    <label className={`${styles['rate']} ${className}`} title={title}>
      <VisuallyHidden>{title}</VisuallyHidden>
      <select value={value} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {values.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function BackToWord({ follow }: { follow: Follow }) {
  const isPaused = useStored(follow.isPaused);
  if (!isPaused) return null;
  return (
    <Button className={styles['backToWord'] ?? ''} size="compact-md" onClick={follow.resume}>
      {texts.backToWord()}
    </Button>
  );
}

/** Explains why audio is not available yet or at all. */
function MediaNotice() {
  const { player } = useEditorServices();
  const state = usePlayer((player) => player.state());
  return (
    <output className={styles['notice']} data-media={state.kind}>
      {state.kind === 'loading' && texts.loading()}
      {state.kind === 'preparing' && (
        <>
          {state.percent === undefined
            ? texts.preparing()
            : texts.preparingPercent({ percent: formatPercent(state.percent) })}{' '}
          <span className={styles['hint']}>{texts.preparingHint()}</span>
        </>
      )}
      {state.kind === 'missing' && (
        <>
          {state.reason}{' '}
          {state.reason === texts.unplayable() && (
            <Anchor component="button" type="button" onClick={player.checkMedia} inherit>
              {commonTexts.tryAgain()}
            </Anchor>
          )}
        </>
      )}
    </output>
  );
}

/** Notes that the original is playing. A separate element, since texts that alternate in one would cause shifts. */
function OriginalNotice() {
  const state = usePlayer((player) => player.state());
  const copy = state.kind === 'ready' ? state.copy : undefined;
  return (
    <output className={styles['original']}>
      {copy === undefined
        ? undefined
        : copy.percent === undefined
          ? texts.preparingCopy()
          : texts.preparingCopyPercent({ percent: formatPercent(copy.percent) })}
    </output>
  );
}
