import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { checkCatalogue, readSources } from './check-catalogue.mjs';
import { readCatalogue } from './read-catalogue.mjs';
import { renderLanguages, renderModules } from './render-module.mjs';

/* The messages that Longhand has, and catalogues with faults. */

type Files = Record<string, Record<string, string | Record<string, string>>>;

/** Reads a catalogue of files such as `en/jobs`. */
function makeCatalogue(files: Files): ReturnType<typeof readCatalogue> {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-messages-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, `${name}.json`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(content));
    }
    return readCatalogue(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const using = (code: string) => [
  { file: 'a.tsx', text: `import * as texts from '#messages/jobs';\n${code}` },
];

test('every message is in every language, with the same arguments, and is shown somewhere', () => {
  assert.deepEqual(checkCatalogue(readCatalogue(), readSources()), []);
});

test('missing, surplus, differing and unused messages are found', () => {
  const catalogue = makeCatalogue({
    'en/jobs': {
      title: 'Jobs',
      count: '{n, plural, one {# job} other {# jobs}}',
      states: { a: 'A', b: 'B' },
    },
    'de/jobs': { count: '{n} Aufträge', states: { a: 'A' }, other: 'Anderes' },
  });
  assert.deepEqual(checkCatalogue(catalogue, using('texts.title(); texts.states[state]();')), [
    'de: jobs title is missing',
    'de: jobs states.b is missing',
    'de: jobs other is in no other language',
    'de: jobs count takes n: string, the source n: number',
    'jobs count is not used',
  ]);
});

test('messages are imported in the one way that shows which are used', () => {
  const catalogue = makeCatalogue({ 'en/jobs': { title: 'Jobs' } });
  const sources = [{ file: 'a.tsx', text: "import { title } from '#messages/jobs';" }];
  assert.deepEqual(checkCatalogue(catalogue, sources), [
    'a.tsx: import messages as `import * as texts`',
    'jobs title is not used',
  ]);
});

test('a message that is no ICU message is refused by its name', () => {
  assert.throws(() => makeCatalogue({ 'en/jobs': { title: '{n, plural, one {a}}' } }), /jobs\.json: title/);
  assert.throws(() => makeCatalogue({ 'en/jobs': { title: '{n' } }), /jobs\.json: title/);
  assert.throws(() => makeCatalogue({ 'en/jobs': { 'a-b': 'x' } }), /a-b is not a name/);
});

test('a folder is all that another language takes', () => {
  const catalogue = makeCatalogue({ 'en/jobs': { title: 'Jobs' }, 'fr/jobs': { title: 'Travaux' } });
  assert.match(renderLanguages([...catalogue.keys()]), /\["en","fr"\]/);
  const languages = [...catalogue].map(
    ([tag, features]) => [tag, features.get('jobs') ?? new Map()] as const,
  );
  const modules = renderModules('jobs', new Map(languages));
  assert.match(modules.get('jobs.ts') ?? '', /export { title } from '#messages\/single\/jobs\/title'/);
  assert.match(modules.get('single/jobs/title.ts') ?? '', /title = .*"fr": "Travaux"/);
});

test('a number that is shown as a text is refused', () => {
  const catalogue = makeCatalogue({ 'en/jobs': { count: '{n, plural, one {{n} job} other {# jobs}}' } });
  const jobs = catalogue.get('en')?.get('jobs') ?? new Map();
  assert.throws(() => renderModules('jobs', new Map([['en', jobs]])), /write \{n, number\} or #/);
});
