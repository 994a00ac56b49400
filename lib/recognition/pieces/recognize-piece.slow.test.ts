import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { countWordErrors, nearestClip, readClips, toWords } from '#e2e/support/speech';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { zipformer } from '#e2e/support/zipformer';
import { decodeAudio } from '#lib/media/decode-audio';
import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';
import { createPieceRecognizer } from '#lib/recognition/pieces/recognize-piece';

const models = testModels();
const skip = models === undefined ? noTestModels : false;

test('a piece that one model leaves empty is heard by another, with a real one', { skip }, async () => {
  assert.ok(models !== undefined);
  const folder = await mkdtemp(path.join(tmpdir(), 'retry piece '));
  const engine = sherpa({ model: zipformer(models), processes: 1, threads: 1, idleMs: 60_000 });
  try {
    const clip = nearestClip(await readClips(), 5);
    const pcmPath = path.join(folder, 'audio.pcm');
    const { durationSeconds } = await decodeAudio(clip.file, pcmPath, { maxSeconds: 60 });
    const endMs = Math.round(durationSeconds * 1000);
    const asked = { language: 'en', vocabulary: [] };
    const deaf = { ...engine, recognize: async () => ({ words: [] }) };
    const recognizePiece = createPieceRecognizer(deaf, {
      getSpeech: () => [{ startMs: 300, endMs: endMs - 300 }],
      openOther: async () => ({ engine, asked }),
    });
    const piece = { index: 0, channel: 0, startMs: 0, endMs, coversMs: endMs, silent: false };
    const { signal } = new AbortController();
    const { words, language } = await recognizePiece(piece, { pcmPath, asked, signal });
    const errors = countWordErrors(clip.words, toWords(words.map(({ text }) => text).join(' ')));
    assert.ok(errors <= clip.words.length / 4, `${errors} of ${clip.words.length} words are wrong`);
    assert.equal(language, 'en');
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
});
