import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseChangelog } from '#app/(site)/release-notes/parse-changelog';
import { openApiDocument } from '#lib/api/v1/openapi/openapi';

const firstChange = (text: string) =>
  parseChangelog(`## [1.0.0]\n\n### Added\n\n- ${text}\n`)[0]?.sections[0]?.changes[0];

test('the changelog of the project is read in full', () => {
  const markdown = readFileSync('CHANGELOG.md', 'utf8');
  const releases = parseChangelog(markdown);
  const changes = releases.flatMap(({ sections }) => sections.flatMap((section) => section.changes));
  assert.equal(changes.length, markdown.match(/^- /gm)?.length);
  assert.deepEqual(
    releases.map(({ version, date }) => `${version} ${date ?? ''}`),
    [...markdown.matchAll(/^## \[(.+)\](?: - (.+))?$/gm)].map(
      ([, version, date]) => `${version} ${date ?? ''}`,
    ),
  );
  for (const { sections } of releases) {
    for (const { title } of sections)
      assert.match(title, /^(Added|Changed|Deprecated|Removed|Fixed|Security)$/);
  }
  assert.doesNotMatch(JSON.stringify(releases), /<!--|`/);
});

test('the newest release is the version of the package, its lock, the client, the API and the deployment', () => {
  const newest = parseChangelog(readFileSync('CHANGELOG.md', 'utf8')).find(({ date }) => date !== undefined);
  const readVersion = (file: string) =>
    (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  const { info } = openApiDocument({ baseUrl: 'http://127.0.0.1:3000' });
  const versions = [
    ...['package.json', 'package-lock.json', 'clients/typescript/package.json'].map(readVersion),
    info['version'],
    /newTag: (.+)/.exec(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8'))?.[1],
  ];
  for (const version of versions) assert.equal(version, newest?.version);
});

test('releases have their version, day and sections, in the order of the file', () => {
  const releases = parseChangelog(
    [
      '# Changelog',
      'An introduction with a - and a ## inside.',
      '## [Unreleased]',
      '## [1.1.0] - 2026-11-22',
      '### Added',
      '- One <!-- api 12345678 -->',
      '- Two, which is',
      '  long',
      '',
      '### Fixed',
      '- Three',
      '## 1.0.0 - 2026-11-01',
      '### Added',
      '- The first',
      '[1.1.0]: https://example.com/compare',
    ].join('\r\n'),
  );
  const text = (value: string) => [{ kind: 'text', text: value }];
  assert.deepEqual(releases, [
    { version: 'Unreleased', date: undefined, sections: [] },
    {
      version: '1.1.0',
      date: '2026-11-22',
      sections: [
        { title: 'Added', changes: [text('One'), text('Two, which is long')] },
        { title: 'Fixed', changes: [text('Three')] },
      ],
    },
    { version: '1.0.0', date: '2026-11-01', sections: [{ title: 'Added', changes: [text('The first')] }] },
  ]);
});

test('code and links are parts of their own, and code holds no links', () => {
  assert.deepEqual(firstChange('See [the docs](/docs), `[a](b)` and [Atom](https://example.com/a?b=c).'), [
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'the docs', href: '/docs' },
    { kind: 'text', text: ', ' },
    { kind: 'code', text: '[a](b)' },
    { kind: 'text', text: ' and ' },
    { kind: 'link', text: 'Atom', href: 'https://example.com/a?b=c' },
    { kind: 'text', text: '.' },
  ]);
});

for (const href of [
  'javascript:alert(1)',
  '//example.com',
  '/\\example.com',
  'data:text/html,x',
  'docs/api.md',
]) {
  test(`an address that leads elsewhere stays text: ${href}`, () => {
    assert.deepEqual(firstChange(`[a](${href})`), [{ kind: 'text', text: `[a](${href})` }]);
  });
}

for (const line of [
  'A paragraph.',
  '* An item',
  '- An item before the first section',
  '#### Deeper',
  '## two words',
]) {
  test(`a release with a line of another kind is refused: ${line}`, () => {
    assert.throws(() => parseChangelog(`## [1.0.0]\n${line}\n`), {
      message: `no heading and no change: ${line}`,
    });
  });
}
