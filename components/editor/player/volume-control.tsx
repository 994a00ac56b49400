import { formatPercent } from '#lib/messages/format';
import * as texts from '#messages/editor/player';
import { Popover } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { IconButton } from '#components/editor/keyboard/command-tip';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** A button that opens the volume slider and mute button. */
export function VolumeControl() {
  const { player, settings } = useEditorServices();
  const volume = usePlayer((player) => player.volume());
  const isMuted = usePlayer((player) => player.isMuted());
  const [isOpen, setOpen] = useState(false);
  const icon = isMuted || volume === 0 ? IconVolumeOff : IconVolume;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <IconButton
          label={texts.volume()}
          icon={icon}
          iconSize={20}
          isOn={isOpen}
          size={36}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={styles['volume'] ?? ''}>
        <IconButton
          label={isMuted ? texts.unmute() : texts.mute()}
          command="mute"
          icon={icon}
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
          data-autofocus
          onChange={({ currentTarget }) => {
            player.setMuted(false);
            player.setVolume(Number(currentTarget.value));
            settings.change({ volume: player.volume() });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
