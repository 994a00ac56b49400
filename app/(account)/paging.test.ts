import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageSize, toPage } from '#app/(account)/paging';

const items = Array.from({ length: pageSize + 1 }, (_, index) => ({ id: String(index) }));

test('a list that fits on a page has no links', () => {
  const { links } = toPage(items.slice(1), { path: '/list', after: undefined });
  assert.deepEqual(links, { first: undefined, next: undefined });
});

test('a page shows no more than fits, and links keep what was asked', () => {
  const query = { search: 'a b' };
  const page = toPage(items, { path: '/list', after: 'x', query });
  assert.equal(page.items.length, pageSize);
  assert.deepEqual(page.links, {
    first: '/list?search=a+b',
    next: `/list?search=a+b&after=${pageSize - 1}`,
  });
});
