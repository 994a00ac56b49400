'use client';

import { useMantineColorScheme } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Choice } from '#components/ui/choice';
import * as texts from '#messages/frame';
import { themes } from './theme';

const never = (): (() => void) => () => {};

/** Selects the site's theme. */
export function ThemeSelect(names: { label: string } | { 'aria-label': string; maw: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server doesn't know this browser's storage.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Choice
      {...names}
      values={themes}
      value={isHydrated ? colorScheme : 'auto'}
      nameOf={(theme) => texts.themes[theme]()}
      onChoose={setColorScheme}
    />
  );
}
