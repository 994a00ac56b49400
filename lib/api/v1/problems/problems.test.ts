import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { getProblemTexts, problemCatalogue, problemSlugs } from '#lib/api/v1/problems/problem-catalogue';
import { problemBody, toProblem } from '#lib/api/v1/problems/problems';
import { isApiRefusal, Refusal, type RefusalReason } from '#lib/refusal';

for (const slug of problemSlugs) {
  test(`the example of ${slug} makes a problem of that type, with the members that the type has`, () => {
    const { status, example, members } = problemCatalogue[slug];
    const { title } = getProblemTexts(slug);
    const problem = toProblem(example);
    assert.deepEqual({ ...problem, detail: '', extra: {} }, { slug, status, title, detail: '', extra: {} });
    assert.notEqual(problem.detail, '');
    z.strictObject(members).parse(problem.extra);
  });
}

test('a problem names its type by the origin of the server', () => {
  assert.deepEqual(
    problemBody('https://longhand.example/below', { kind: 'out-of-credit', balanceCents: 10 }),
    {
      type: 'https://longhand.example/api/v1/errors/out-of-credit',
      title: 'You do not have enough credits',
      status: 403,
      detail: 'You have only $0.10 remaining',
      current_balance: 0.1,
    },
  );
});

test('a refusal that only the site meets is no answer of the API', () => {
  for (const { example } of Object.values(problemCatalogue)) assert.ok(isApiRefusal(new Refusal(example)));
  const siteReasons: RefusalReason[] = [
    { kind: 'email-taken', email: 'ada@longhand.example' },
    { kind: 'account-not-found', email: 'ada@longhand.example' },
    { kind: 'revision-not-found', revision: 3 },
    { kind: 'link-not-found' },
    { kind: 'operator-only' },
  ];
  for (const reason of siteReasons) assert.ok(!isApiRefusal(new Refusal(reason)), reason.kind);
});
