import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { playerTexts } from '#components/texts/player';
import type { PedalConnection, PedalState } from './connect-pedal';

const texts = playerTexts.pedal;

/** Connects a foot pedal, and has one that is unknown shown switch by switch. */
export function FootPedalDialog({
  pedal,
  opened,
  onClose,
}: {
  pedal: PedalConnection;
  opened: boolean;
  onClose: () => void;
}) {
  const state = useSyncExternalStore(pedal.subscribe, pedal.state);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.help}</Text>
        <Text component="output" fw={600}>
          {sayState(state)}
        </Text>
        <Group gap="sm">
          {state.kind === 'learning' && (
            <Button variant="default" onClick={pedal.skip}>
              {texts.skip}
            </Button>
          )}
          {state.kind === 'connected' && (
            <Button variant="default" onClick={pedal.learn}>
              {texts.learn}
            </Button>
          )}
          {(state.kind === 'none' || state.kind === 'failed') && (
            <Button data-autofocus onClick={pedal.connect}>
              {texts.connect}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function sayState(state: PedalState): string {
  switch (state.kind) {
    case 'none':
      return texts.none;
    case 'failed':
      return texts.failed;
    case 'connected':
      return texts.connected(state.name);
    case 'learning':
      return `${texts.unknown} ${texts.press[state.pedal]}`;
  }
}
