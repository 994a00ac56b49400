import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { neutrals } from './neutrals';

const css = readFileSync('components/shell/tokens.css', 'utf8');
const grounds = ['background', 'surface', 'subtle'];
const texts = ['text', 'dimmed', 'accent', 'success', 'danger', 'inserted', 'deleted'];
const speakers = Array.from({ length: 10 }, (_, number) => `speaker-${number}`);

for (const scheme of ['light', 'dark']) {
  const color = readColors(scheme);

  test(`text has a contrast of 4.5 on every ground, ${scheme}`, () => {
    for (const ground of grounds) {
      for (const text of [...texts, ...speakers]) {
        assertContrast(color, text, ground, 4.5);
      }
    }
    assertContrast(color, 'placeholder', 'surface', 4.5);
    assertContrast(color, 'accent', 'accent-subtle', 4.5);
    assertContrast(color, 'accent', 'accent-subtle-hover', 4.5);
    assertContrast(color, 'text', 'selection', 4.5);
    assertContrast(color, 'text', 'mark', 4.5);
  });

  test(`lines and rings that carry meaning have a contrast of 3, ${scheme}`, () => {
    for (const ground of grounds) {
      assertContrast(color, 'accent', ground, 3);
      assertContrast(color, 'warning', ground, 3);
    }
  });
}

function assertContrast(color: (name: string) => string, above: string, below: string, least: number): void {
  const [high, low] = [luminance(color(above)), luminance(color(below))].toSorted((a, b) => b - a);
  const contrast = ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
  assert.ok(contrast >= least, `${above} on ${below}: ${contrast.toFixed(2)}, not ${least}`);
}

/** Resolves a scheme's tokens by name, without `--color-`. */
function readColors(scheme: string): (name: string) => string {
  const rule = new RegExp(`scheme='${scheme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  const given = new Map(
    [...rule.matchAll(/--color-([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
  return (name) => {
    const value = given.get(name) ?? '';
    const [, scale, shade] = /^var\(--mantine-color-(gray|dark)-(\d)\)$/.exec(value) ?? [];
    if (scale === 'gray' || scale === 'dark') return neutrals[scale][Number(shade)] ?? '';
    if (value === 'var(--mantine-color-indigo-8)') return '#3b5bdb';
    assert.match(value, /^#[0-9a-f]{6}$/, name);
    return value;
  };
}

/** Relative luminance as defined by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
