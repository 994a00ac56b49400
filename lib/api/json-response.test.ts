import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findText, jsonResponse } from '#lib/api/json-response';

const value = { text: 'Ärger', list: [1, null] };

test('a JSON response has its text at hand, without making a body', () => {
  const response = jsonResponse(value);
  assert.equal(findText(response), JSON.stringify(value));
  assert.equal(response.bodyUsed, false);
  assert.equal(findText(Response.json(value)), undefined);
});

test('whoever reads a JSON response reads it as any other', async () => {
  assert.deepEqual(await jsonResponse(value).json(), value);
  assert.equal(await jsonResponse(value).text(), JSON.stringify(value));
  assert.equal(Buffer.from(await jsonResponse(value).arrayBuffer()).toString(), JSON.stringify(value));
  assert.equal(await (await jsonResponse(value).blob()).text(), JSON.stringify(value));
  await assert.rejects(jsonResponse(value).formData());
  const response = jsonResponse(value);
  assert.deepEqual(
    [response.status, response.ok, response.headers.get('content-type')],
    [200, true, 'application/json'],
  );
  const copy = response.clone();
  assert.deepEqual(await copy.json(), value);
  assert.equal(response.bodyUsed, false);
  const wrapped = new Response(response.body, response);
  assert.equal(wrapped.headers.get('content-type'), 'application/json');
  assert.deepEqual(await wrapped.json(), value);
  assert.equal(response.bodyUsed, true);
});

test('a JSON response that anybody has begun to read is not sent as its text', async () => {
  const response = jsonResponse(value);
  await response.text();
  assert.equal(findText(response), undefined);
  await assert.rejects(response.text(), TypeError);
});
