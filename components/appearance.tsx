'use client';

import { createTheme, MantineProvider, type CSSVariablesResolver } from '@mantine/core';
import type { ReactNode } from 'react';
import { frameTexts as texts } from '#components/texts/frame';

const serif = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif';

const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: { fontFamily: serif, fontWeight: '600', textWrap: 'balance' },
  other: { serif },
  components: {
    // Mantine leaves its button to show a password out of the order of Tab.
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { tabIndex: 0, 'aria-label': texts.showPassword } },
    },
  },
});

/** Mantine's dimmed text, placeholders and errors miss the contrast of 4.5 that small text needs. */
const resolveVariables: CSSVariablesResolver = () => ({
  variables: { '--longhand-serif': serif },
  light: {
    '--mantine-color-dimmed': '#5a616a',
    '--mantine-color-placeholder': '#6b727b',
    '--mantine-color-error': '#c02626',
    '--longhand-paper': '#fbfaf8',
    '--longhand-card': '#ffffff',
    '--longhand-line': '#e4e1da',
    '--longhand-code': '#f3f1ec',
    '--longhand-good': '#1f7a3d',
    '--longhand-bad': '#c02626',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a8ae',
    '--mantine-color-placeholder': '#979da4',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-text': '#dfe1e5',
    '--longhand-paper': '#17181b',
    '--longhand-card': '#1f2125',
    '--longhand-line': '#34373d',
    '--longhand-code': '#26292e',
    '--longhand-good': '#7ddc9a',
    '--longhand-bad': '#ff9b9b',
  },
});

/** Colours and type of every page, light or dark as the system asks. */
export function Appearance({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={resolveVariables}>
      {children}
    </MantineProvider>
  );
}
