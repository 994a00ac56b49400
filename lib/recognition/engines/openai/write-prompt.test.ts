import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writePrompt } from '#lib/recognition/engines/openai/write-prompt';

test('a vocabulary becomes a sentence of its phrases', () => {
  assert.deepEqual(writePrompt(['Dashwood', 'Norland Park']), {
    prompt: 'Dashwood, Norland Park.',
    phrases: 2,
  });
  assert.deepEqual(writePrompt([]), { prompt: '', phrases: 0 });
});

test('the first phrases have the room of the prompt, counted in bytes', () => {
  const many = Array.from({ length: 500 }, (_, i) => `Łódź ${i}`);
  const { prompt, phrases } = writePrompt(many);
  assert.ok(Buffer.byteLength(prompt) <= 400, prompt);
  assert.equal(prompt, `${many.slice(0, phrases).join(', ')}.`);
  assert.ok(Buffer.byteLength(`${many.slice(0, phrases + 1).join(', ')}.`) > 400);
});
