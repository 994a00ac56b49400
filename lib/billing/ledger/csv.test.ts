import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '#lib/billing/ledger/csv';

test('cells with commas, quotes and line breaks are quoted, and numbers stay numbers', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, -0.25]),
    'a,"b,c","say ""hi""","two\nlines",,-0.25\r\n',
  );
});

test('a text that a spreadsheet would run as a formula is only a text', () => {
  assert.equal(csvLine(['=1+1', '+1', '-1', '@A1', '\t=1', 'a=1']), "'=1+1,'+1,'-1,'@A1,'\t=1,a=1\r\n");
  assert.equal(csvLine(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`);
});
