import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseOptionsWithUrl } from '#lib/api/submission/submission-options';
import { contract, optionRules } from '#lib/api/v1/contract';
import { openApiDocument } from '#lib/api/v1/openapi/openapi';
import { problemSlugs } from '#lib/api/v1/problems/problem-catalogue';
import { responseExamples } from '#lib/api/v1/openapi/examples';

type Json = Record<string, unknown>;

const baseUrl = 'https://longhand.example';
const document: Json = JSON.parse(JSON.stringify(openApiDocument({ baseUrl })));

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats(ajv);
ajv.addVocabulary(['components', 'example']);
ajv.addSchema({ components: document['components'] }, 'document');

/** Every object in the document that has a schema, by its path. */
function* described(node: unknown, path = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  if ('schema' in node) yield [path, { ...node }];
  for (const [name, child] of Object.entries(node)) {
    if (!['example', 'examples'].includes(name)) yield* described(child, `${path}/${name}`);
  }
}

function findExamples(node: Json): unknown[] {
  const several = Object.values((node['examples'] ?? {}) as Record<string, { value: unknown }>);
  return [...('example' in node ? [node['example']] : []), ...several.map(({ value }) => value)];
}

/** Makes the references of a schema point into the document that the validator knows. */
function resolvable(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
}

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
});

test('every example in the document matches its schema, and every schema is sound', () => {
  let count = 0;
  for (const [path, node] of described(document)) {
    const validate = ajv.compile(resolvable(node['schema']));
    for (const example of findExamples(node)) {
      assert.ok(validate(example), `${path}: ${ajv.errorsText(validate.errors)}`);
      count += 1;
    }
  }
  assert.ok(count > 30, `${count} examples`);
});

test('every JSON answer and every error has an example', () => {
  const bodies = [...described(document)].filter(([path]) => path.endsWith('json'));
  for (const [path, node] of bodies) assert.ok(findExamples(node).length > 0, path);
  assert.ok(bodies.length > 20, `${bodies.length} bodies`);
});

test('the examples of answers are what the contract says, to the last member', () => {
  for (const [key, examples] of Object.entries(responseExamples(baseUrl))) {
    const { response } = contract[key as keyof typeof contract];
    for (const { value } of Object.values(examples['application/json'] ?? {})) response?.parse(value);
  }
});

test('every operation of the contract is in the document under its id, and nothing else', () => {
  const paths = Object.values(document['paths'] as Record<string, Record<string, Json>>);
  const ids = paths.flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  assert.deepEqual(new Set(ids), new Set(Object.keys(contract)));
  assert.equal(ids.length, new Set(ids).size);
});

test('every type of problem is a schema and has an example', () => {
  const text = JSON.stringify(document);
  for (const slug of problemSlugs) {
    const uri = `${baseUrl}/api/v1/errors/${slug}`;
    assert.ok(text.includes(`"const":"${uri}"`), slug);
    assert.ok(text.includes(`"type":"${uri}"`), slug);
  }
});

test('a submission is as long as the document says at most', () => {
  const validate = ajv.compile(resolvable({ $ref: '#/components/schemas/SubmissionOptions' }));
  const url = (length: number) => 'https://media.example/'.padEnd(length, 'a');
  const options = [
    { media_url: url(1024), callback_url: url(1024), metadata: '𝄞'.repeat(256) },
    { media_url: url(1025) },
    { media_url: url(100), callback_url: url(1025) },
    { media_url: url(100), metadata: '𝄞'.repeat(257) },
    { callback_url: url(100) },
  ];
  for (const [index, option] of options.entries()) {
    assert.equal(validate(option), index === 0, ajv.errorsText(validate.errors));
    assert.equal(parseOptionsWithUrl(JSON.stringify(option), optionRules).faults === undefined, index === 0);
  }
});
