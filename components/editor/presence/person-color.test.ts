import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { personColors } from './person-color';

const tokens = readFileSync('components/shell/tokens.css', 'utf8');
const speakerColors = [...tokens.matchAll(/--color-speaker-\d: (#[\da-f]{6})/g)].map(([, hex = '']) => hex);
const letters = /color: (#[\da-f]{6})/.exec(
  readFileSync('components/editor/presence/people.module.css', 'utf8'),
)?.[1];

function toLinear(hex: string): [red: number, green: number, blue: number] {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function getContrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [red, green, blue] = toLinear(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return Math.max(a, b) / Math.min(a, b);
}

/** The distance in Oklab, which is perceptually uniform: https://bottosson.github.io/posts/oklab/ */
function getDistance(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => {
    const [red, green, blue] = toLinear(hex);
    const l = Math.cbrt(0.412_221 * red + 0.536_333 * green + 0.051_446 * blue);
    const m = Math.cbrt(0.211_903 * red + 0.6807 * green + 0.107_397 * blue);
    const s = Math.cbrt(0.088_302 * red + 0.281_719 * green + 0.629_979 * blue);
    return [
      0.210_454 * l + 0.793_618 * m - 0.004_072 * s,
      1.977_998 * l - 2.428_592 * m + 0.450_594 * s,
      0.025_904 * l + 0.782_772 * m - 0.808_676 * s,
    ];
  });
  return Math.hypot(...(a ?? []).map((value, i) => value - (b?.[i] ?? 0)));
}

test('a person’s color is no speaker’s, light or dark, and no other person’s', () => {
  assert.equal(speakerColors.length, 20);
  for (const [i, color] of personColors.entries()) {
    for (const speaker of speakerColors) assert.ok(getDistance(color, speaker) > 0.14, `${color} ${speaker}`);
    for (const other of personColors.slice(i + 1))
      assert.ok(getDistance(color, other) > 0.05, `${color} ${other}`);
  }
});

test('it can be told from light and dark paper, and its letters can be read', () => {
  assert.ok(letters !== undefined);
  for (const color of personColors) {
    for (const paper of ['#ffffff', '#1f1f1f'])
      assert.ok(getContrast(color, paper) >= 3, `${color} on ${paper}`);
    assert.ok(getContrast(color, letters) >= 4.5, color);
  }
});
