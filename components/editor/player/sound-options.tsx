import * as texts from '#messages/editor/playback';
import { ActionIcon, Button, NativeSelect, Popover, Stack, Switch } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Icon } from '#components/ui/icon';
import { useEditorServices } from '#components/editor/context.ts';
import { useStored } from '#components/ui/store.ts';
import { FootPedalDialog } from '#components/editor/player/pedal/foot-pedal-dialog';
import { usePedal } from '#components/editor/player/pedal/use-pedal.ts';
const skips = [1, 2, 3, 5, 10, 15, 30];
const stepsBack = [0, 0.5, 1, 1.5, 2, 3, 4, 5];

/** How a person likes the sound, and the way to a foot pedal. */
export function SoundOptions() {
  const { player, settings } = useEditorServices();
  const current = useStored(settings);
  const pedal = usePedal(player);
  const [isOpen, setOpen] = useState(false);
  const [isPedalOpen, setPedalOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closePedal = (): void => {
    setPedalOpen(false);
    button.current?.focus();
  };
  const toOptions = (all: number[]) =>
    all.map((n) => ({ value: String(n), label: texts.seconds({ seconds: n }) }));
  const onOff = (name: 'holdToPlay' | 'follow' | 'seekOnClick') => ({
    checked: current[name],
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      settings.change({ [name]: currentTarget.checked }),
  });
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="top-end"
        withArrow
        trapFocus
        returnFocus
        width="min(20rem, calc(100vw - 1rem))"
      >
        <Popover.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={texts.title()}
            title={texts.title()}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon shape={IconAdjustmentsHorizontal} size={20} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.title()}>
          <Stack gap="sm">
            <NativeSelect
              label={texts.skip()}
              data={toOptions(skips)}
              value={String(current.skipSeconds)}
              onChange={({ currentTarget }) => settings.change({ skipSeconds: Number(currentTarget.value) })}
            />
            <NativeSelect
              label={texts.rewindOnResume()}
              data={toOptions(stepsBack)}
              value={String(current.stepBackSeconds)}
              onChange={({ currentTarget }) =>
                settings.change({ stepBackSeconds: Number(currentTarget.value) })
              }
            />
            <Switch label={texts.follow()} {...onOff('follow')} />
            <Switch
              label={texts.seekOnClick()}
              description={texts.seekOnClickHelp()}
              {...onOff('seekOnClick')}
            />
            <Switch label={texts.holdToPlay()} {...onOff('holdToPlay')} />
            {pedal && (
              <Button
                variant="default"
                onClick={() => {
                  setOpen(false);
                  setPedalOpen(true);
                }}
              >
                {texts.pedal()}
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {pedal && <FootPedalDialog pedal={pedal} opened={isPedalOpen} onClose={closePedal} />}
    </>
  );
}
