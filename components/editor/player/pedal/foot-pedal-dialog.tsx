import * as texts from '#messages/editor/pedal';
import { Button, Group, Stack, Text } from '@mantine/core';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import type { PedalConnection } from './connect-pedal';
import type { PedalState } from './pedal-state';

/** Connects a foot pedal, and learns the switches of an unknown one. */
export function FootPedalDialog({
  pedal,
  opened,
  onClose,
}: {
  pedal: PedalConnection;
  opened: boolean;
  onClose: () => void;
}) {
  const state = useStored(pedal.state);
  return (
    <EditorDialog opened={opened} onClose={onClose} title={texts.title()}>
      <Stack gap="sm">
        <Text size="sm">{texts.help()}</Text>
        <Text component="output" fw={600}>
          {getStateText(state)}
        </Text>
        <Group gap="sm">
          {state.kind === 'learning' && (
            <Button ref={focusIfLost} variant="default" onClick={pedal.skip}>
              {texts.skip()}
            </Button>
          )}
          {state.kind === 'connected' && (
            <Button ref={focusIfLost} variant="default" onClick={pedal.learn}>
              {texts.learn()}
            </Button>
          )}
          {(state.kind === 'none' || state.kind === 'failed') && (
            <Button ref={focusIfLost} data-autofocus onClick={pedal.connect}>
              {texts.connect()}
            </Button>
          )}
        </Group>
      </Stack>
    </EditorDialog>
  );
}

function getStateText(state: PedalState): string {
  switch (state.kind) {
    case 'none':
      return texts.none();
    case 'failed':
      return texts.failed();
    case 'connected':
      return texts.connected({ name: state.name });
    case 'learning':
      return `${texts.unknown()} ${texts.press[state.pedal]()}`;
  }
}
