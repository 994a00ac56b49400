import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainFault } from '#app/explain/explain-fault';
import { hostileUrls, notUrls } from '#e2e/support/net/hostile-addresses';
import { fileFaults } from '#lib/imports/imported-paragraph';
import { withLocale } from '#lib/messages/with-locale';
import { checkUrl, urlFaults } from '#lib/net/check-url';

const german = (fault: string): string => withLocale('de', () => explainFault(fault));

test('every refusal of an address has words in every language', () => {
  const refused = [...hostileUrls, ...notUrls].map(
    (url) => checkUrl(url, { allowNetworks: [], allowPorts: [] }) ?? '',
  );
  for (const fault of [...Object.values(urlFaults), ...refused]) {
    assert.notEqual(german(fault), fault);
    assert.notEqual(german(fault), explainFault(fault));
  }
  assert.equal(german('The port 22 is not allowed.'), 'Der Port 22 ist nicht erlaubt.');
  assert.equal(german('The address 10.0.0.1 is not public.'), 'Die Adresse 10.0.0.1 ist nicht öffentlich.');
});

test('every fault of a file has words in every language', () => {
  for (const fault of [...Object.values(fileFaults), 'A transcript is limited to 1000 speakers.']) {
    assert.notEqual(german(fault), fault);
    assert.notEqual(german(fault), explainFault(fault));
  }
});

test('any other sentence stays as it is', () => {
  assert.equal(german('Mercury is in retrograde.'), 'Mercury is in retrograde.');
});
