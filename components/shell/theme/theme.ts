'use client';

import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { createEmitter } from '#components/ui/store.ts';

/** The themes: the system's, light, or dark. */
export const themes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

// A script in the page's head reads the same key before the first paint.
const stored = localStorageColorSchemeManager();
const chosen = createEmitter<MantineColorScheme>();
let unsubscribe = (): void => {};

/** Stores the theme in the browser, and notifies Mantine of changes, here or in another tab. */
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

/** Switches all pages to this theme. */
export function chooseTheme(theme: MantineColorScheme): void {
  chosen.emit(theme);
}
