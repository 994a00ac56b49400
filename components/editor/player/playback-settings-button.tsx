import * as texts from '#messages/editor/player';
import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import { useEditorServices, useOpenPanel } from '#components/editor/context.ts';
import { usePedal } from '#components/editor/player/pedal/use-pedal.ts';

/** Opens the settings, of which those of playback stand first; connects foot pedals. */
export function PlaybackSettingsButton() {
  const { player, panel, pedal } = useEditorServices();
  usePedal(player, pedal);
  const isOpen = useOpenPanel() === 'settings';
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      {...(!isOpen && { color: 'gray' })}
      size={36}
      aria-label={texts.settings()}
      title={texts.settings()}
      aria-expanded={isOpen}
      onClick={() => panel.set(isOpen ? undefined : 'settings')}
    >
      <Icon shape={IconAdjustmentsHorizontal} size={20} />
    </ActionIcon>
  );
}
