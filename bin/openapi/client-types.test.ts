import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clientTypesPath, findClientTypesFault, renderClientTypes } from './client-types';
import { createSnapshot } from './openapi-snapshot';

test("the client's types are those of the contract, and any other text is a fault that names the command", () => {
  const document = createSnapshot();
  const types = readFileSync(clientTypesPath, 'utf8');
  assert.equal(findClientTypesFault({ document, types }), undefined);
  for (const other of [undefined, '', types.replace('failure_detail', 'failure_details')]) {
    assert.match(findClientTypesFault({ document, types: other }) ?? '', /npm run openapi/);
  }
});

test('a changed member, path, media type or type of problem changes the types', () => {
  const text = JSON.stringify(createSnapshot());
  const types = renderClientTypes(JSON.parse(text));
  for (const [from, to] of [
    ['"web_url"', '"site_url"'],
    ['/jobs/{id}/share', '/jobs/{id}/link'],
    ['application/x-subrip', 'application/subrip'],
    ['audio/mpeg3', 'audio/mpeg33'],
    ['errors/out-of-credit', 'errors/out-of-money'],
  ] as const) {
    const changed = renderClientTypes(JSON.parse(text.replaceAll(from, to)));
    assert.notEqual(changed, types, from);
  }
});
