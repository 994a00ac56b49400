import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOpenAi } from '#lib/recognition/engines/openai/openai';
import { maxPromptBytes, writePrompt } from '#lib/recognition/engines/openai/build-upload';
import { fitVocabulary } from '#lib/recognition/options/options';

test('a vocabulary becomes a sentence of its phrases', () => {
  assert.equal(writePrompt(['Dashwood', 'Norland Park']), 'Dashwood, Norland Park.');
  assert.equal(writePrompt([]), '');
});

test('the phrases that the engine says it can use fill the prompt, and no further one fits', () => {
  const many = Array.from({ length: 500 }, (_, i) => `Łódź ${i}`);
  const fitting = fitVocabulary(many, describeOpenAi({ model: 'large', translates: false }).capabilities);
  assert.ok(Buffer.byteLength(writePrompt(fitting)) <= maxPromptBytes);
  assert.ok(Buffer.byteLength(writePrompt(many.slice(0, fitting.length + 1))) > maxPromptBytes);
});
