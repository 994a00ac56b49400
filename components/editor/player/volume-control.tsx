import { formatPercent } from '#lib/messages/format';
import * as texts from '#messages/editor/player';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEditorServices } from '#components/editor/context.ts';
import { IconButton } from '#components/editor/keyboard/command-tip';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** The volume; phones have keys for it and show only the mute button. */
export function VolumeControl() {
  const { player, settings } = useEditorServices();
  const volume = usePlayer((player) => player.volume());
  const isMuted = usePlayer((player) => player.isMuted());
  return (
    <div className={styles['volume']}>
      <IconButton
        label={isMuted ? texts.unmute() : texts.mute()}
        command="mute"
        icon={isMuted || volume === 0 ? IconVolumeOff : IconVolume}
        iconSize={20}
        size={36}
        onClick={() => player.setMuted(!isMuted)}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        aria-label={texts.volume()}
        aria-valuetext={formatPercent(volume * 100)}
        value={isMuted ? 0 : volume}
        onChange={({ currentTarget }) => {
          player.setMuted(false);
          player.setVolume(Number(currentTarget.value));
          settings.change({ volume: player.volume() });
        }}
      />
    </div>
  );
}
