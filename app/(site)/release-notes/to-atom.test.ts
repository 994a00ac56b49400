import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChangelog } from '#app/(site)/release-notes/parse-changelog';
import { toAtom } from '#app/(site)/release-notes/to-atom';

const hostile = '<script>alert("1") & ]]></script>';
const releases = parseChangelog(
  `## [Unreleased]\n### Fixed\n- ${hostile} \`${hostile}\` [a & b](/docs?a=1&b="2")\n## [1.0.0] - 2026-11-01\n### Added\n- It`,
);
const feedAt = (host: string, changedAt: string) =>
  toAtom(
    { releases, changedAt: new Date(changedAt) },
    {
      pageUrl: `https://${host}/release-notes`,
      feedUrl: `https://${host}/release-notes/feed.xml`,
    },
  );
const feed = feedAt('longhand.example', '2026-11-22T10:11:12.345Z');
const readIds = (xml: string) => xml.match(/(?<=<id>).*(?=<\/id>)/g);

test('a release keeps its id on every server and at every time, and has its own', () => {
  const ids = readIds(feed) ?? [];
  assert.deepEqual(ids, readIds(feedAt('another.example', '2027-01-01T00:00:00Z')));
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) {
    assert.match(id, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  // Feed readers identify the feed and read entries by these IDs.
  assert.deepEqual(ids.slice(0, 2), [
    'urn:uuid:3b19a0d7-6a3e-5db4-9bf7-f579bbb7abfe',
    'urn:uuid:2795578c-bb37-554d-a6b7-854ec1e59f69',
  ]);
});

test('a release is as old as its day, and what is not released as the changelog', () => {
  assert.deepEqual(feed.match(/(?<=<updated>).*(?=<\/updated>)/g), [
    '2026-11-22T10:11:12Z',
    '2026-11-22T10:11:12Z',
    '2026-11-01T00:00:00Z',
  ]);
});

test('whatever a change says, no element comes of it, in the feed or in its HTML', () => {
  assert.ok(!feed.includes('script>'));
  const [content = ''] = feed.match(/(?<=<content type="html">)[^<]*(?=<\/content>)/) ?? [];
  const html = content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  assert.ok(!html.includes('<script'));
  assert.ok(html.includes('&lt;script&gt;alert(&quot;1&quot;) &amp; ]]&gt;&lt;/script&gt;'));
  assert.ok(html.includes('<a href="https://longhand.example/docs?a=1&amp;b=%222%22">a &amp; b</a>'));
});
