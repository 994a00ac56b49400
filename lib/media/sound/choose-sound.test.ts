import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSound, groupSound, type SoundStream } from '#lib/media/sound/choose-sound';
import { readLanguageTag } from '#lib/media/sound/read-language-tag';

const stream = (index: number, change: Partial<SoundStream> = {}): SoundStream => ({
  ...{ index, codec_name: 'pcm_s24le', channels: 1 },
  ...change,
});
const stereo = (index: number, change: Partial<SoundStream> = {}) =>
  stream(index, { channels: 2, ...change });
const choose = (...streams: SoundStream[]) => chooseSound(streams).map(({ index }) => index);

test('mono streams are microphones, all of which are heard', () => {
  assert.deepEqual(choose(stream(1), stream(2)), [1, 2]);
  const eight = Array.from({ length: 8 }, (_, index) => stream(index));
  assert.equal(choose(...eight).length, 8);
  const defaults = [
    stream(0, { disposition: { default: 1, dub: 0 } }),
    stream(1, { disposition: { default: 0 } }),
  ];
  assert.deepEqual(choose(...defaults), [0, 1]);
  const tagged = ['eng', 'und', undefined].map((language, index) => stream(index, { tags: { language } }));
  assert.deepEqual(choose(...tagged), [0, 1, 2]);
});

test('of stereo streams, as of a mix and its parts, the default one counts, or else the first', () => {
  assert.deepEqual(choose(stereo(0), stereo(1), stereo(2)), [0]);
  assert.deepEqual(choose(stereo(0), stereo(1, { disposition: { default: 1 } })), [1]);
  assert.deepEqual(choose(stereo(0), stream(1), stream(2)), [0]);
});

test('of versions of the sound, by language or for some of the audience, the default one counts, or else the first', () => {
  const german = { tags: { language: 'ger' } };
  const english = { tags: { language: 'eng' } };
  assert.deepEqual(choose(stream(0, german), stream(1, english)), [0]);
  assert.deepEqual(choose(stream(0, german), stream(1, { ...english, disposition: { default: 1 } })), [1]);
  for (const version of ['comment', 'dub', 'visual_impaired', 'hearing_impaired'])
    assert.deepEqual(choose(stream(0), stream(1, { disposition: { [version]: 1 } })), [0], version);
});

const tagged = (index: number, language: string, title?: string, set: string[] = []) =>
  stereo(index, {
    tags: { language, title },
    disposition: Object.fromEntries(set.map((name) => [name, 1])),
  });

const layouts: Array<{
  name: string;
  streams: SoundStream[];
  language?: string;
  groups: number[][];
  differences?: Record<number, string>;
}> = [
  {
    name: 'a screen recorder’s sources are one group, whatever they are called',
    streams: [
      tagged(0, 'und', 'Desktop Audio'),
      tagged(1, 'und', 'Mic/Aux'),
      tagged(2, 'und', 'Mic (commentary)'),
    ],
    groups: [[0, 1, 2]],
  },
  {
    name: 'the same language in each tag says nothing, also where another is asked for',
    streams: [tagged(0, 'eng'), tagged(1, 'eng'), stereo(2)],
    language: 'de',
    groups: [[0, 1, 2]],
  },
  {
    name: 'a film in the language asked for comes first, by its bibliographic code, too',
    streams: [tagged(0, 'eng', undefined, ['default']), tagged(1, 'ger'), tagged(2, 'fre'), stereo(3)],
    language: 'de-AT',
    groups: [[1], [3], [0, 2]],
    differences: { 0: 'other-language', 2: 'other-language', 3: 'version' },
  },
  {
    name: 'without a language, that of the default stream comes first',
    streams: [tagged(0, 'eng'), tagged(1, 'deu', undefined, ['default'])],
    groups: [[1], [0]],
  },
  {
    name: 'where every stream is the default, the original comes first',
    streams: [tagged(0, 'deu', undefined, ['default']), tagged(1, 'jpn', undefined, ['default', 'original'])],
    groups: [[1], [0]],
  },
  {
    name: 'a default commentary isn’t the film',
    streams: [tagged(0, 'eng', 'Audio Commentary', ['default']), tagged(1, 'eng')],
    groups: [[1], [0]],
    differences: { 0: 'commentary' },
  },
  {
    name: 'versions for some of the audience come after the sound itself, in several languages',
    streams: [
      tagged(0, 'ger', 'Audiodeskription'),
      tagged(1, 'ger', 'Kommentar des Regisseurs'),
      tagged(2, 'ger', undefined, ['hearing_impaired']),
      tagged(3, 'ger', 'Musik und Effekte'),
      tagged(4, 'ger', 'Deutsch 5.1'),
    ],
    groups: [[4], [2], [0], [1], [3]],
    differences: { 0: 'audio-description', 1: 'commentary', 2: 'version', 3: 'no-dialogue' },
  },
  {
    name: 'the region counts where another one is there',
    streams: [tagged(0, 'es-ES'), tagged(1, 'es-419')],
    language: 'es-419',
    groups: [[1], [0]],
  },
  {
    name: 'a language that no stream has is as good as none',
    streams: [tagged(0, 'eng'), tagged(1, 'ger', undefined, ['default'])],
    language: 'fr',
    groups: [[1], [0]],
  },
  {
    name: 'streams for no language, for several and for private use have none',
    streams: [tagged(0, 'zxx'), tagged(1, 'mul'), tagged(2, 'qaa'), tagged(3, 'not a tag')],
    groups: [[0, 1, 2, 3]],
  },
];
for (const { name, streams, language, groups, differences } of layouts) {
  test(name, () => {
    const grouped = groupSound(streams, language);
    assert.deepEqual(
      grouped.groups.map((group) => group.map(({ index }) => index)),
      groups,
    );
    const entries = [...grouped.differences].map(([{ index }, difference]) => [index, difference]);
    if (differences !== undefined) assert.deepEqual(Object.fromEntries(entries), differences);
  });
}

test('the tag of a language is read as BCP 47, from codes of any kind', () => {
  const read = (language: string) => readLanguageTag(stream(0, { tags: { language } }));
  assert.deepEqual(['ger', 'deu', 'en_US', 'FR', ''].map(read), ['de', 'de', 'en-US', 'fr', undefined]);
});

test('where there is no tag, the name of a language in the title counts', () => {
  const read = (title: string) => readLanguageTag(stream(0, { tags: { language: 'und', title } }));
  assert.deepEqual(['Deutsch 5.1', 'English (Stereo)', 'Français', '日本語', 'Mic/Aux', 'Inglés'].map(read), [
    ...['de', 'en', 'fr', 'ja', undefined, 'en'],
  ]);
});

test('streams that can’t be read count only where there is nothing else', () => {
  const unknown = stream(0, { codec_name: undefined, disposition: { default: 1 } });
  assert.deepEqual(choose(unknown, stereo(1)), [1]);
  assert.deepEqual(choose(unknown, stream(1), stream(2)), [1, 2]);
  assert.deepEqual(choose(stream(0), stream(1, { channels: Number.NaN })), [0]);
  assert.deepEqual(choose(unknown), [0]);
  assert.deepEqual(choose(), []);
});
