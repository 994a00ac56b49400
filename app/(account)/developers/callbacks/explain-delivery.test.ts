import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainAttempt, explainReason } from '#app/(account)/developers/callbacks/explain-delivery';
import { attemptReasons, givenUpReasons } from '#lib/callbacks/reasons';
import { withLocale } from '#lib/messages/with-locale';
import { knownErrors } from '#lib/net/explain-network-error';

const german = (work: () => string) => withLocale('de', work);

test('a response is explained by its status', () => {
  const cases = [
    [204, 'The receiver responded with 204 No Content.', 'Der Empfänger hat mit 204 No Content geantwortet.'],
    [
      302,
      'The receiver responded with 302 Found. Redirects aren’t followed.',
      'Der Empfänger hat mit 302 Found geantwortet. Weiterleitungen werden nicht verfolgt.',
    ],
    [
      410,
      'The receiver responded with 410 Gone, so no more webhooks are sent for this transcript.',
      'Der Empfänger hat mit 410 Gone geantwortet. Deshalb werden zu diesem Transkript keine Webhooks mehr gesendet.',
    ],
    [599, 'The receiver responded with 599.', 'Der Empfänger hat mit 599 geantwortet.'],
  ] as const;
  for (const [status, inEnglish, inGerman] of cases) {
    const explain = () => explainAttempt({ status, reason: '' });
    assert.deepEqual([explain(), german(explain)], [inEnglish, inGerman]);
  }
});

test('every reason that is stored has words in every language', () => {
  const reasons = [
    ...Object.values(attemptReasons),
    ...Object.values(givenUpReasons),
    ...knownErrors.map(([, inWords]) => inWords),
    'The address 10.1.2.3 is not public.',
    'The request timed out.',
  ];
  for (const reason of reasons) {
    assert.notEqual(
      german(() => explainReason(reason)),
      reason,
    );
    assert.notEqual(
      german(() => explainReason(reason)),
      explainReason(reason),
    );
  }
  const explain = () => explainAttempt({ status: null, reason: attemptReasons.timedOut });
  assert.equal(explain(), 'No response within 15 seconds.');
  assert.equal(german(explain), 'Keine Antwort innerhalb von 15 Sekunden.');
});

test('a reason that is not known stays as it is', () => {
  assert.equal(
    german(() => explainReason('Mercury is in retrograde.')),
    'Mercury is in retrograde.',
  );
});
