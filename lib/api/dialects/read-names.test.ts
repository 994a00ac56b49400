import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNames } from '#lib/api/dialects/read-names';

test('names are parted by commas and the ends of sentences, not by the full stops of initials', () => {
  assert.deepEqual(readNames('J. R. R. Tolkien, Mr. Dashwood, Zoë'), [
    'J. R. R. Tolkien',
    'Mr. Dashwood',
    'Zoë',
  ]);
  assert.deepEqual(readNames('Longhand. Kubernetes. This is a talk about them both.'), [
    'Longhand',
    'Kubernetes',
  ]);
  assert.deepEqual(readNames('東京、大阪。'), ['東京', '大阪']);
  assert.deepEqual(readNames(' , .'), []);
});
