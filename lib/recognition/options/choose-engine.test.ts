import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLocale } from '#lib/messages/with-locale';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import type { Capabilities, EngineDescription } from '#lib/recognition/engine';
import type { RecognitionOptions } from '#lib/recognition/options/options';

function engine(id: string, capabilities: Partial<Capabilities>): EngineDescription {
  return {
    id,
    engine: 'sherpa',
    model: id,
    version: '1',
    capabilities: {
      words: 'timed',
      confidence: true,
      vocabulary: false,
      languages: ['en'],
      detectsLanguage: false,
      punctuated: false,
      maxPieceSeconds: 28,
      ...capabilities,
    },
  };
}

/**
 * Engines with one language; several that are detected; several to choose from, with a vocabulary; and unknown ones, as
 * of a server.
 */
const english = engine('english', {});
const european = engine('european', { languages: ['en', 'de', 'fr'], detectsLanguage: true });
const named = engine('named', { languages: ['en-US', 'es'], vocabulary: true });
const remote = engine('remote', { languages: undefined, vocabulary: true, detectsLanguage: true });

interface Asked {
  options: RecognitionOptions;
  engines?: EngineDescription[];
  speakerModels?: boolean;
}

function chosen({
  options,
  engines = [english, european, named],
  speakerModels = false,
}: Asked): string | undefined {
  return chooseEngine(options, engines, { speakerModels }).engine?.id;
}

function findFaults({
  options,
  engines = [english, european, named],
  speakerModels = false,
}: Asked): Record<string, string> {
  const { faults = {} } = chooseEngine(options, engines, { speakerModels });
  return Object.fromEntries(Object.entries(faults).map(([name, messages]) => [name, messages.join('\n')]));
}

const choices: Array<[what: string, options: RecognitionOptions, engine: string]> = [
  ['nothing: the default', {}, 'english'],
  ['a language of the default', { language: 'en' }, 'english'],
  ['a regional form of its language', { language: 'en-GB' }, 'english'],
  ['a language of a later engine', { language: 'de' }, 'european'],
  ['a language that an engine has in a regional form', { language: 'es' }, 'named'],
  ['detection, where there is one language', { language: 'auto' }, 'english'],
  ['a vocabulary', { vocabulary: ['Dashwood'] }, 'named'],
  ['a vocabulary in a language', { language: 'en', vocabulary: ['Dashwood'] }, 'named'],
  ['an empty vocabulary', { vocabulary: [] }, 'english'],
  ['no speakers', { speakers: 'off' }, 'english'],
  ['an engine by its id', { engine: 'european' }, 'european'],
  ['an engine that detects', { engine: 'european', language: 'auto' }, 'european'],
];

for (const [what, options, id] of choices) {
  test(`who asks for ${what} gets the engine ${id}`, () => assert.equal(chosen({ options }), id));
}

test('an engine that does not say what it understands is given any language', () => {
  assert.equal(chosen({ options: { language: 'sw' }, engines: [english, remote] }), 'remote');
  assert.equal(chosen({ options: { language: 'auto' }, engines: [remote] }), 'remote');
});

test('a translation needs an engine that translates, and is refused with those that do', () => {
  const translator = engine('translator', { languages: ['de', 'en'], translates: true });
  const engines = [english, european, translator];
  assert.equal(chosen({ options: { translate: true }, engines }), 'translator');
  assert.equal(chosen({ options: { translate: true, language: 'de' }, engines }), 'translator');
  assert.deepEqual(findFaults({ options: { translate: true } }), {
    'options.translate': 'No engine on this server can translate.',
  });
  assert.deepEqual(findFaults({ options: { translate: true, engine: 'european' }, engines }), {
    'options.translate': 'The engine european can’t translate. Engines that support this: translator.',
  });
  assert.deepEqual(Object.keys(findFaults({ options: { translate: true, language: 'fr' }, engines })), [
    'options.translate',
    'options.language',
  ]);
});

test('speakers are told apart whatever the engine, as many as are heard or so many', () => {
  for (const speakers of ['auto', 2] as const) {
    assert.equal(chosen({ options: { speakers }, speakerModels: true }), 'english');
  }
});

test('speakers are refused where no model tells them apart, with how to install one', () => {
  for (const speakers of ['auto', 1, 20] as const) {
    const faults = findFaults({ options: { speakers } });
    assert.deepEqual(Object.keys(faults), ['options.speakers']);
    assert.match(faults['options.speakers'] ?? '', /npm run models -- install/);
  }
});

test('an unknown engine is refused with those that can do the rest', () => {
  const faults = findFaults({ options: { engine: 'cloud', vocabulary: ['x'] } });
  assert.deepEqual(faults, {
    'options.engine': 'The engine "cloud" isn’t installed. Engines that support what you asked for: named.',
  });
});

test('an unknown engine is refused with all engines where none can do the rest, which is refused too', () => {
  assert.deepEqual(findFaults({ options: { engine: 'cloud', language: 'sw' } }), {
    'options.engine': 'The engine "cloud" isn’t installed. Installed engines: english, european, named.',
    'options.language': 'No installed engine supports sw. Supported languages: en, de, fr, en-US, es.',
  });
});

test('a language that the named engine does not understand is refused with what it does and who else would', () => {
  assert.deepEqual(findFaults({ options: { engine: 'english', language: 'de' } }), {
    'options.language': 'The engine english supports en, not de. Engines that support this: european.',
  });
  assert.deepEqual(findFaults({ options: { engine: 'english', language: 'sw' } }), {
    'options.language':
      'The engine english supports en, not sw. No installed engine supports sw. Supported languages: en, de, fr, en-US, es.',
  });
});

test('detection is refused where the named engine can’t', () => {
  assert.deepEqual(findFaults({ options: { engine: 'named', language: 'auto' } }), {
    'options.language':
      'The engine named can’t detect the language. It supports en-US, es. Engines that support this: english, european.',
  });
  const silent = engine('silent', { languages: undefined });
  assert.deepEqual(findFaults({ options: { engine: 'silent', language: 'auto' }, engines: [silent] }), {
    'options.language':
      'The engine silent can’t detect the language. Specify the language. No installed engine can detect the language. Supported languages: none.',
  });
});

test('a vocabulary is refused where the named engine can’t use one', () => {
  assert.deepEqual(findFaults({ options: { engine: 'english', vocabulary: ['x'] } }), {
    'options.vocabulary':
      'The engine english doesn’t support a vocabulary. Engines that support this: named.',
  });
  assert.deepEqual(findFaults({ options: { vocabulary: ['x'] }, engines: [english] }), {
    'options.vocabulary': 'No installed engine supports a vocabulary. Omit it.',
  });
});

test('what no engine does together is refused with the engines for each part', () => {
  const together = 'No installed engine supports everything you asked for. Engines that support this option:';
  const expected = {
    'options.language': `${together} european.`,
    'options.vocabulary': `${together} named.`,
  };
  assert.deepEqual(findFaults({ options: { language: 'de', vocabulary: ['x'] } }), expected);
  const faults = findFaults({ options: { engine: 'english', language: 'de', vocabulary: ['x'] } });
  for (const [name, message] of Object.entries(expected)) assert.ok(faults[name]?.endsWith(message), name);
});

test('everything that can’t be done is reported at once', () => {
  const options = { engine: 'english', language: 'de', vocabulary: ['x'], speakers: 2 };
  const names = Object.keys(findFaults({ options }));
  assert.deepEqual(names, ['options.language', 'options.vocabulary', 'options.speakers']);
});

test('if no engine is installed, the refusal says so', () => {
  for (const options of [{}, { engine: 'english' }, { language: 'en' }]) {
    assert.deepEqual(findFaults({ options, engines: [] }), {
      'options.engine': 'No engine is installed on this server.',
    });
  }
});

test('of many languages a message lists the first ones', () => {
  const languages = Array.from({ length: 99 }, (_, i) => `a${String.fromCodePoint(97 + (i % 26))}`);
  const faults = findFaults({
    options: { engine: 'many', language: 'en' },
    engines: [engine('many', { languages })],
  });
  assert.match(
    faults['options.language'] ?? '',
    /^The engine many supports (?:\w\w, ){11}\w\w and 87 more, not en\./,
  );
});

test('a vocabulary longer than an engine can use goes to one that can, and is refused where it is named', () => {
  const short = engine('short', { vocabulary: true, maxVocabularyBytes: 12 });
  const long = engine('long', { vocabulary: true });
  const choose = (vocabulary: string[], engine?: string) =>
    chooseEngine({ vocabulary, engine }, [short, long], { speakerModels: false });
  assert.equal(choose(['Łódź', 'Ely']).engine?.id, 'short');
  assert.equal(choose(['Łódź', 'Elys']).engine?.id, 'long');
  assert.match(
    choose(['Łódź', 'Elys'], 'short').faults?.['options.vocabulary']?.[0] ?? '',
    /^The engine short accepts a vocabulary of up to 12 bytes\. This one has 13\. .*long/,
  );
  assert.deepEqual(chooseEngine({ vocabulary: ['Łódź', 'Elys'] }, [short], { speakerModels: false }).faults, {
    'options.vocabulary': ['No installed engine accepts a vocabulary this long. Shorten it.'],
  });
});

test('what no engine can do is told in the reader’s language', () => {
  const faults = withLocale(
    'de',
    () => chooseEngine({ language: 'sw' }, [english], { speakerModels: true }).faults,
  );
  assert.deepEqual(faults, {
    'options.language': ['Keine installierte Engine unterstützt sw. Unterstützte Sprachen: en.'],
  });
});
