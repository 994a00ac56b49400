import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, parseSettings } from './editor-settings';

test('stored settings are used as far as they are valid', () => {
  const kept = parseSettings({ follow: false, skipSeconds: 5, keyPreset: 'tab', ownKeys: { back: ['F7'] } });
  assert.deepEqual(kept, {
    ...defaultSettings,
    follow: false,
    skipSeconds: 5,
    keyPreset: 'tab',
    ownKeys: { back: ['F7'] },
  });
});

test('where a video is docked and how large it is are remembered', () => {
  const kept = parseSettings({ picturePlace: 'above', pictureSize: 'small' });
  assert.deepEqual(kept, { ...defaultSettings, picturePlace: 'above', pictureSize: 'small' });
});

test('how the text is set is remembered', () => {
  const kept = parseSettings({ textWidth: 'wide', lineSpacing: 'relaxed', capitalizeAfterSplit: true });
  assert.deepEqual(kept, {
    ...defaultSettings,
    textWidth: 'wide',
    lineSpacing: 'relaxed',
    capitalizeAfterSplit: true,
  });
});

test('everything else is as by default', () => {
  const wrong = {
    follow: 'no',
    skipSeconds: 1e9,
    textSize: null,
    textWidth: 'huge',
    lineSpacing: 2,
    capitalizeAfterSplit: 'yes',
    keyPreset: 'vim',
    picturePlace: 'below',
    pictureSize: 'huge',
    ownKeys: ['F7'],
    snippets: 'btw',
    unknown: 1,
  };
  for (const kept of [wrong, undefined, null, 7, 'text', []])
    assert.deepEqual(parseSettings(kept), defaultSettings);
});

test('custom keys that are invalid are left out', () => {
  const { ownKeys } = parseSettings({ ownKeys: { back: ['F7', 7, '<b>', 'Mod+'], forward: 'F8' } });
  assert.deepEqual(ownKeys, { back: ['F7'] });
});
