'use client';

import { createTheme, MantineProvider, type CSSVariablesResolver } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { useState, type ReactNode } from 'react';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/frame';
import { themeManager } from '#components/shell/theme/theme.ts';
import { documentNonce } from '#components/ui/document-nonce.ts';
import { neutrals } from './neutrals';

const themeInLanguage = () =>
  createTheme({
    colors: neutrals,
    primaryColor: 'indigo',
    primaryShade: { light: 8, dark: 8 },
    defaultRadius: 'md',
    cursorType: 'pointer',
    fontFamily: 'var(--font-interface)',
    fontFamilyMonospace: 'var(--font-code)',
    fontSizes: {
      xs: 'var(--font-size-xs)',
      sm: 'var(--font-size-sm)',
      md: 'var(--font-size-md)',
      lg: 'var(--font-size-lg)',
      xl: 'var(--font-size-xl)',
    },
    spacing: {
      xs: 'var(--space-2)',
      sm: 'var(--space-3)',
      md: 'var(--space-4)',
      lg: 'var(--space-6)',
      xl: 'var(--space-8)',
    },
    radius: {
      sm: 'var(--radius-sm)',
      md: 'var(--radius-md)',
      lg: 'var(--radius-lg)',
    },
    shadows: { sm: 'var(--shadow-raised)', md: 'var(--shadow-floating)', xl: 'var(--shadow-floating)' },
    headings: {
      fontFamily: 'var(--font-interface)',
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '1.25' },
        h2: { fontSize: 'var(--font-size-xl)', lineHeight: '1.35' },
        h3: { fontSize: 'var(--font-size-lg)', lineHeight: '1.4' },
        h4: { fontSize: 'var(--font-size-md)', lineHeight: '1.45' },
      },
    },
    components: {
      Menu: { defaultProps: { shadow: 'md' } },
      Popover: { defaultProps: { shadow: 'md' } },
      Badge: { defaultProps: { variant: 'default', size: 'sm' } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': commonTexts.close() },
          transitionProps: { duration: 0 },
        },
        styles: { title: { fontSize: 'var(--font-size-lg)', fontWeight: 600 } },
      },
      TextInput: { defaultProps: { withAsterisk: false } },
      // The default width cuts names on phones.
      Select: { defaultProps: { rightSectionWidth: 28 } },
      NativeSelect: { defaultProps: { rightSectionWidth: 28 } },
      // Mantine excludes the button that shows a password from the tab order.
      PasswordInput: {
        defaultProps: {
          withAsterisk: false,
          visibilityToggleButtonProps: { tabIndex: 0, 'aria-label': texts.showPassword() },
        },
      },
    },
  });

/** Mantine's dimmed text, placeholders, errors and light buttons miss the contrast of 4.5 required for small text. */
const colors = {
  '--mantine-color-text': 'var(--color-text)',
  '--mantine-color-dimmed': 'var(--color-dimmed)',
  '--mantine-color-placeholder': 'var(--color-placeholder)',
  '--mantine-color-anchor': 'var(--color-accent)',
  '--mantine-color-error': 'var(--color-danger)',
  '--mantine-color-default-border': 'var(--color-border-strong)',
  '--mantine-color-indigo-light': 'var(--color-accent-subtle)',
  '--mantine-color-indigo-light-hover': 'var(--color-accent-subtle-hover)',
  '--mantine-color-indigo-light-color': 'var(--color-accent)',
};
const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors });

/** Colors and fonts of every page, as chosen or as the system prefers. Its style sheets carry the page's nonce. */
export function Appearance({ nonce = '', children }: { nonce?: string; children: ReactNode }) {
  const [theme] = useState(themeInLanguage);
  const [styleNonce] = useState(() => {
    const ofDocument = documentNonce();
    // For the style sheet that locks the page's scrolling behind a dialog.
    if (ofDocument !== '') setNonce(ofDocument);
    return ofDocument || nonce;
  });
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={() => styleNonce}
      defaultColorScheme="auto"
      colorSchemeManager={themeManager}
      cssVariablesResolver={resolveVariables}
    >
      {children}
    </MantineProvider>
  );
}
