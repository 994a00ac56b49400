'use client';

import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { createEmitter } from '#components/ui/store.ts';

/** The choices of a theme: the system's, light, or dark. */
export const themes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

// The script in the page's head reads the same place before anything is drawn.
const stored = localStorageColorSchemeManager();
const chosen = createEmitter<MantineColorScheme>();
let unsubscribe = (): void => {};

/** Keeps the theme in the browser, and tells Mantine of one that is chosen, here or in another tab. */
export const themeManager: MantineColorSchemeManager = {
  ...stored,
  subscribe(onUpdate) {
    stored.subscribe(onUpdate);
    unsubscribe = chosen.subscribe(onUpdate);
  },
  unsubscribe() {
    stored.unsubscribe();
    unsubscribe();
  },
};

/** Shows every page in this theme from now on. */
export function chooseTheme(theme: MantineColorScheme): void {
  chosen.emit(theme);
}
