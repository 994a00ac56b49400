'use client';

import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import * as texts from '#messages/frame';
import { themes } from './theme';

const never = (): (() => void) => () => {};

/** Chooses the theme of the whole site. */
export function ThemeSelect(names: { label: string } | { 'aria-label': string; maw: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server doesn't know what this browser keeps.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <NativeSelect
      {...names}
      value={isHydrated ? colorScheme : 'auto'}
      data={themes.map((value) => ({ value, label: texts.themes[value]() }))}
      onChange={({ currentTarget: { value } }) =>
        setColorScheme(themes.find((theme) => theme === value) ?? 'auto')
      }
    />
  );
}
