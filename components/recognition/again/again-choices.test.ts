import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferedEngine, RecognitionOffer } from '#components/recognition/offer.ts';
import { emptyDraft } from '#components/recognition/resolve-choices.ts';
import { toAgainChoices } from './again-choices';

const detecting: OfferedEngine = {
  ...{ id: 'large', name: 'large', languages: ['de', 'en'] },
  ...{ detectsLanguage: true, vocabulary: true },
};
const plain: OfferedEngine = { ...detecting, id: 'plain', detectsLanguage: false, vocabulary: false };
const offer: RecognitionOffer = {
  ...{ engines: [detecting, plain], canSeparateSpeakers: true, maxSpeakers: 20 },
  limits: { maxPhrases: 500, maxCharacters: 100 },
};
const shown = new Set(['language', 'speakers', 'vocabulary'] as const);

test('what the form shows is sent, also where nothing is chosen any more', () => {
  assert.deepEqual(toAgainChoices(emptyDraft, shown, offer), {
    language: 'auto',
    speakers: 'auto',
    vocabulary: [],
  });
  const draft = { ...emptyDraft, language: 'de', speakers: 2, vocabulary: 'Norland', audioTracks: 2 };
  assert.deepEqual(toAgainChoices(draft, shown, offer), {
    language: 'de',
    speakers: 2,
    vocabulary: ['Norland'],
  });
});

test('fields that are not shown or changed are left out, but for what the engine can’t do', () => {
  assert.deepEqual(toAgainChoices(emptyDraft, new Set(), offer), {});
  assert.deepEqual(toAgainChoices({ ...emptyDraft, engine: 'plain' }, new Set(), offer), {
    engine: 'plain',
    vocabulary: [],
  });
  const withoutSpeakers = { ...offer, canSeparateSpeakers: false };
  assert.deepEqual(toAgainChoices(emptyDraft, new Set(), withoutSpeakers), { speakers: 'off' });
  assert.deepEqual(toAgainChoices(emptyDraft, new Set(['audioTracks']), offer), { audio_tracks: 'auto' });
});
