import { ActionIcon } from '@mantine/core';
import { playerTexts as texts } from '#components/texts/player';
import { useRoom } from '../edit-room';
import { Icon } from './icons';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** How loud it is; phones have keys for that, so that there only the mute button is shown. */
export function VolumeControl() {
  const { player, changeSettings } = useRoom();
  const volume = usePlayer((one) => one.volume());
  const isMuted = usePlayer((one) => one.isMuted());
  return (
    <div className={styles['volume']}>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={isMuted ? texts.unmute : texts.mute}
        title={isMuted ? texts.unmute : texts.mute}
        onClick={() => player.setMuted(!isMuted)}
      >
        <Icon shape={isMuted || volume === 0 ? 'muted' : 'sound'} />
      </ActionIcon>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        aria-label={texts.volume}
        aria-valuetext={`${Math.round(volume * 100)} %`}
        value={isMuted ? 0 : volume}
        onChange={({ currentTarget }) => {
          player.setMuted(false);
          player.setVolume(Number(currentTarget.value));
          changeSettings({ volume: player.volume() });
        }}
      />
    </div>
  );
}
