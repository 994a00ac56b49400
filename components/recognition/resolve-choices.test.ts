import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferedEngine, RecognitionOffer } from './offer';
import { emptyDraft, resolveChoices } from './resolve-choices';

const english: OfferedEngine = {
  id: 'sherpa:small-en',
  name: 'small-en',
  languages: ['en'],
  detectsLanguage: false,
  vocabulary: true,
};
const european: OfferedEngine = {
  id: 'sherpa:large',
  name: 'large',
  languages: ['de', 'en', 'fr'],
  detectsLanguage: true,
  vocabulary: false,
};

function makeOffer(engines: OfferedEngine[], canSeparateSpeakers = true): RecognitionOffer {
  return { engines, canSeparateSpeakers, maxSpeakers: 20, limits: { maxPhrases: 500, maxCharacters: 100 } };
}

const both = makeOffer([european, english]);

test('where nothing was chosen a submission asks for nothing', () => {
  const { choices, faults } = resolveChoices(emptyDraft, both);
  assert.deepEqual({ choices, faults }, { choices: {}, faults: [] });
});

test('choices are sent as the API takes them', () => {
  const draft = { language: 'en', speakers: 2, engine: english.id, vocabulary: 'Norland\nMarianne' };
  assert.deepEqual(resolveChoices(draft, both).choices, {
    language: 'en',
    speakers: 2,
    vocabulary: ['Norland', 'Marianne'],
    engine: english.id,
  });
});

test('how the text is written and when it is deleted are sent as the API takes them', () => {
  const draft = {
    ...emptyDraft,
    text: ['filter_profanity', 'skip_punctuation'] as const,
    deleteAfterDays: 7,
  };
  assert.deepEqual(resolveChoices(draft, makeOffer([], false)).choices, {
    filter_profanity: true,
    skip_punctuation: true,
    delete_after_seconds: 604_800,
  });
  const other = { ...emptyDraft, text: ['remove_disfluencies'] as const, deleteAfterDays: 1 };
  assert.deepEqual(resolveChoices(other, both).choices, {
    remove_disfluencies: true,
    delete_after_seconds: 86_400,
  });
});

test('audio tracks are sent as the API takes them', () => {
  assert.equal(resolveChoices({ ...emptyDraft, audioTracks: 'all' }, both).choices.audio_tracks, 'all');
  const { choices } = resolveChoices({ ...emptyDraft, audioTracks: 2 }, makeOffer([], false));
  assert.deepEqual(choices, { audio_tracks: [2] });
});

test('a language that the chosen engine doesn’t understand is left out, and comes back with another engine', () => {
  const draft = { ...emptyDraft, language: 'de' };
  assert.equal(resolveChoices({ ...draft, engine: english.id }, both).choices.language, undefined);
  assert.equal(resolveChoices({ ...draft, engine: european.id }, both).choices.language, 'de');
  assert.equal(resolveChoices(draft, both).choices.language, 'de');
});

test('a vocabulary is taken only where one engine both understands the language and uses it', () => {
  const draft = { ...emptyDraft, vocabulary: 'Norland' };
  assert.deepEqual(resolveChoices(draft, both).choices.vocabulary, ['Norland']);
  assert.deepEqual(resolveChoices({ ...draft, language: 'en' }, both).choices.vocabulary, ['Norland']);
  const german = resolveChoices({ ...draft, language: 'de' }, both);
  assert.equal(german.takesVocabulary, false);
  assert.equal(german.choices.vocabulary, undefined);
});

test('faults of an unused vocabulary don’t block a submission', () => {
  const draft = { ...emptyDraft, vocabulary: 'x'.repeat(101) };
  assert.equal(resolveChoices(draft, both).faults.length, 1);
  assert.deepEqual(resolveChoices({ ...draft, engine: european.id }, both).faults, []);
});

test('what this browser remembers of another server is left out', () => {
  const draft = { language: 'cy', speakers: 30, engine: 'openai', vocabulary: '' };
  assert.deepEqual(resolveChoices(draft, both).choices, {});
  const silent = makeOffer([european], false);
  assert.deepEqual(resolveChoices({ ...emptyDraft, speakers: 2 }, silent).choices, {});
});

test('without any engine nothing can be chosen', () => {
  const draft = { language: 'en', speakers: 2, engine: 'x', vocabulary: 'Norland' };
  assert.deepEqual(resolveChoices(draft, makeOffer([], false)).choices, {});
});
