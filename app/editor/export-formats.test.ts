import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formats, optionalContent } from '#components/editor/export/export-options.ts';
import { exportFormats } from '#lib/exports/formats';

test('the editor offers every format of exports, and leaves out of each what can be left out', () => {
  const files = formats.filter((format) => format !== 'tracked');
  assert.deepEqual(files.toSorted(), Object.keys(exportFormats).toSorted());
  for (const format of files) assert.deepEqual(optionalContent[format], exportFormats[format].optionalParts);
});
