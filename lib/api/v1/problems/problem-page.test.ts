import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemSlugs } from '#lib/api/v1/problems/problem-catalogue';
import { problemFacts } from '#lib/api/v1/problems/problems';
import { noProblemPage, problemPage } from '#lib/api/v1/problems/problem-page';
import { withLocale } from '#lib/messages/with-locale';
import * as texts from '#messages/problem-pages';

const baseUrl = 'https://longhand.example';

for (const slug of problemSlugs) {
  test(`the page of ${slug} describes each member that the API adds`, () => {
    const described = Object.keys(texts.members).filter((name) => name.startsWith(`${slug}.`));
    assert.deepEqual(
      described.map((name) => name.slice(slug.length + 1)),
      Object.keys(problemFacts(baseUrl, slug).members),
    );
  });
}

test('the page of a problem comes in the reader’s language, with the names and the example of the API', () => {
  const slug = 'insufficient-scope';
  const html = withLocale('de-CH', () => problemPage(slug, problemFacts(baseUrl, slug)));
  for (const part of [
    '<html lang="de-CH">',
    '<h1>Der API-Schlüssel hat nicht die nötige Berechtigung</h1>',
    '<code>insufficient-scope</code> · Status 403',
    'Tritt auf, wenn die Berechtigung',
    '<h2>Was Sie tun können</h2>',
    'Die Berechtigung des Schlüssels.',
    'The API key has insufficient scope',
  ]) {
    assert.ok(html.includes(part), part);
  }
  assert.match(withLocale('de', noProblemPage), /<h1>Unbekannter Fehlertyp<\/h1>/);
});
