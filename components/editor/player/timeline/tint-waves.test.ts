import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import { assignSpeaker, monologueScope } from '#components/editor/speakers/assign-speaker.ts';
import { colorSpeaker } from '#components/editor/speakers/change-speakers.ts';
import { createSampleDocument } from '#e2e/support/editor/sample-document';
import { getSpeakerSegments } from './tint-waves';

test('who speaks when follows the speakers of the text and their colors', () => {
  const document = createSampleDocument(3, 2);
  const segments = () =>
    getSpeakerSegments(document.state.doc, document.words).map(({ startMs, color }) => [startMs, color]);
  assert.deepEqual(segments(), [
    [0, 0],
    [1000, 1],
    [2000, 0],
  ]);
  const recolored = colorSpeaker(document.state, 1, 7);
  assert.ok(recolored);
  document.dispatch(recolored);
  assert.deepEqual(segments()[1], [1000, 7]);
  const anna = getSpeakers(document.state.doc)[0];
  assert.ok(anna);
  const assigned = assignSpeaker(document.state, monologueScope(1), anna);
  assert.ok(assigned);
  document.dispatch(assigned);
  assert.deepEqual(segments(), [[0, 0]]);
});
