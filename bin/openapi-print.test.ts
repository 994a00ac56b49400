import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changelogMark, faultOfPrint, printedDocument } from './openapi-print';

const document = printedDocument();
const print: unknown = JSON.parse(JSON.stringify(document));
const mark = changelogMark(document);
const earlier = '- The first version. <!-- api 00000000 -->\n';

test('a print that is told of in the newest entry is sound', () => {
  const changelog = `# Changelog\n\n## Unreleased\n\n- Jobs can be counted,\n  quickly. ${mark}\n${earlier}`;
  assert.equal(faultOfPrint({ document, print, changelog }), undefined);
});

test('a print that differs from the contract is a fault, told with the command that renews it', () => {
  const changelog = `- The first version. ${mark}\n`;
  const other = { ...printedDocument(), openapi: '3.0.0' };
  for (const print of [other, undefined]) {
    assert.match(faultOfPrint({ document, print, changelog }) ?? '', /npm run openapi/);
  }
});

test('a changed print without an entry of its own is a fault that shows the mark to write', () => {
  const told = `- A change that was taken back. ${mark}\n`;
  for (const changelog of ['', earlier, `${mark}\n${earlier}`, earlier + told]) {
    assert.ok(faultOfPrint({ document, print, changelog })?.endsWith(mark), changelog);
  }
});
