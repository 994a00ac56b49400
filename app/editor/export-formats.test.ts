import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choices, formats } from '#components/editor/export/export-options.ts';
import { type ExportFormat, exportFormats } from '#lib/exports/formats';

test('the editor offers every format of exports, and what can be chosen of each', () => {
  const files = formats.filter((format) => format !== 'tracked');
  assert.deepEqual(files.toSorted(), Object.keys(exportFormats).toSorted());
  for (const format of files) {
    const { choice }: ExportFormat = exportFormats[format];
    assert.equal(choices[format], choice, format);
  }
});
