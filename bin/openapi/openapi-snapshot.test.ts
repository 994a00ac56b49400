import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changelogMark, findSnapshotFault, createSnapshot } from './openapi-snapshot';

const document = createSnapshot();
const snapshot: unknown = JSON.parse(JSON.stringify(document));
const mark = changelogMark(document);
const earlier = '- The first version. <!-- api 00000000 -->\n';

test('a snapshot that the newest entry describes is sound', () => {
  const changelog = `# Changelog\n\n## Unreleased\n\n- Jobs can be counted,\n  quickly. ${mark}\n${earlier}`;
  assert.equal(findSnapshotFault({ document, snapshot, changelog }), undefined);
});

test('a snapshot that differs from the contract is a fault that names the command to renew it', () => {
  const changelog = `- The first version. ${mark}\n`;
  const other = { ...createSnapshot(), openapi: '3.0.0' };
  for (const snapshot of [other, undefined]) {
    assert.match(findSnapshotFault({ document, snapshot, changelog }) ?? '', /npm run openapi/);
  }
});

test('a changed snapshot without its own entry is a fault that shows the mark to write', () => {
  const undone = `- A change that was reverted. ${mark}\n`;
  for (const changelog of ['', earlier, `${mark}\n${earlier}`, earlier + undone]) {
    assert.ok(findSnapshotFault({ document, snapshot, changelog })?.endsWith(mark), changelog);
  }
});
