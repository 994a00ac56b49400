import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFonts } from '#lib/exports/pdf/load-fonts';

test('an Arabic vowel stands above the shadda, in whichever order they are written', async () => {
  for (const [vowelFirst, shaddaFirst] of [
    ['\u0633\u064e\u0651', '\u0633\u0651\u064e'],
    ['\u0631\u064b\u0651', '\u0631\u0651\u064b'],
    ['\u0644\u0650\u0651', '\u0644\u0651\u0650'],
  ] as const) {
    const getFace = await loadFonts({ 400: [vowelFirst], 700: [] }, 'ar');
    const { font } = getFace(0x0651, 400);
    const set = (text: string) => {
      const { glyphs, positions } = font.layout(text);
      return glyphs.map(({ id }, at) => [id, positions[at]?.xOffset, positions[at]?.yOffset]);
    };
    assert.deepEqual(set(vowelFirst), set(shaddaFirst));
  }
});
