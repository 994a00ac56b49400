import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareCheck } from '#app/editor/share-check';

test('many streams of one access ask once, and those of another ask themselves', async () => {
  let asked = 0;
  const checkAccess = async () => {
    asked += 1;
    return undefined;
  };
  const streams = Array.from({ length: 50 }, () => shareCheck({ accessKey: 'link a view', checkAccess }));
  await Promise.all(streams.map(({ check }) => check()));
  assert.equal(asked, 1);
  const other = shareCheck({ accessKey: 'link a edit', checkAccess });
  await other.check();
  assert.equal(asked, 2);
  for (const { leave } of [...streams, other]) leave();
  const later = shareCheck({ accessKey: 'link a view', checkAccess });
  await later.check();
  later.leave();
  assert.equal(asked, 3, 'what has ended is not remembered');
});
