import { formatPercent } from '#lib/messages/format';
import * as texts from '#messages/editor/player';
import { ActionIcon } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import { useEditorServices } from '#components/editor/context.ts';
import { CommandTip } from '#components/editor/keyboard/command-tip';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** The volume; phones have keys for it and show only the mute button. */
export function VolumeControl() {
  const { player, settings } = useEditorServices();
  const volume = usePlayer((player) => player.volume());
  const isMuted = usePlayer((player) => player.isMuted());
  return (
    <div className={styles['volume']}>
      <CommandTip label={isMuted ? texts.unmute() : texts.mute()} command="mute">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={isMuted ? texts.unmute() : texts.mute()}
          onClick={() => player.setMuted(!isMuted)}
        >
          <Icon shape={isMuted || volume === 0 ? IconVolumeOff : IconVolume} size={20} />
        </ActionIcon>
      </CommandTip>
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
