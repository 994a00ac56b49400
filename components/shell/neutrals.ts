import type { MantineColorsTuple } from '@mantine/core';

/** Mantine's two gray scales: warm in light mode, cool in dark mode. tokens.css names the uses of the shades. */
export const neutrals: Record<'gray' | 'dark', MantineColorsTuple> = {
  gray: [
    '#faf9f7',
    '#f3f1ec',
    '#e4e1da',
    '#d8d4cb',
    '#c9c4b9',
    '#a8a296',
    '#837d72',
    '#5d5850',
    '#3b3833',
    '#1e1c19',
  ],
  dark: [
    '#dfe1e5',
    '#bcc0c6',
    '#a3a8ae',
    '#7c828b',
    '#474b53',
    '#34373d',
    '#26292e',
    '#1f2125',
    '#17181b',
    '#111214',
  ],
};
