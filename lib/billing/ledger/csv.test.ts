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

test('full-width and small signs, and line breaks, begin no formula', () => {
  for (const sign of ['＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '\n', '\r']) {
    const cell = csvLine([`${sign}1+1`])
      .trimEnd()
      .replaceAll('"', '');
    assert.equal(cell, `'${sign}1+1`, JSON.stringify(sign));
  }
});

test('nor does what comes after a semicolon, tab or line break, where other settings begin a cell', () => {
  assert.equal(csvLine(['a;=1+1']), "a;'=1+1\r\n");
  assert.equal(csvLine(['a\t＝1+1;@x']), "a\t'＝1+1;'@x\r\n");
  assert.equal(csvLine(['a\n-1']), `"a\n'-1"\r\n`);
  assert.equal(csvLine(['a;"=1+1"']), `"a;""'=1+1"""\r\n`);
});

test('other texts stay as they are', () => {
  for (const text of [
    'Müller – Interview; Teil 2',
    'a = b',
    'x@y.example',
    '50 % + 3',
    '会議＝議事録',
    '−1',
    '',
  ]) {
    assert.equal(csvLine([text]), `${text}\r\n`);
  }
});
