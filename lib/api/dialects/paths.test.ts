import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSlashes } from '#lib/api/dialects/paths';

test('slashes of a path of an API are single ones, those of other paths and of a query stay', () => {
  for (const [target, merged] of [
    ['//v1/jobs', '/v1/jobs'],
    ['/v1//audio///transcriptions/?a=//b', '/v1/audio/transcriptions/?a=//b'],
    ['//api//v1//jobs//', '/api/v1/jobs/'],
    ['/speechtotext/v1//jobs', '/speechtotext/v1/jobs'],
    ['//asr?video_file=//a', '/asr?video_file=//a'],
    ['/mcp//', '/mcp/'],
    ['//health', '/health'],
    ...['/v1?//', '//v1x', '//', '//jobs', '/editor//v1', '/media//x', '*', '//evil.example/v1'].map(
      (target) => [target, target],
    ),
  ])
    assert.equal(mergeSlashes(target ?? ''), merged);
});
