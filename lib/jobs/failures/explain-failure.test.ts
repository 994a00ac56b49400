import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { canceled, transcriptMismatch } from '#lib/jobs/failures/failure-details';
import { DownloadFailure } from '#lib/media/download-failure';
import { mediaFaults } from '#lib/media/media-failure';
import { withLocale } from '#lib/messages/with-locale';
import { knownErrors, unreadableAnswer } from '#lib/net/explain-network-error';

const details = [
  ...Object.values(mediaFaults).map((fault) => (typeof fault === 'string' ? fault : fault(4 * 3600, 2))),
  canceled.failureDetail,
  transcriptMismatch(0.062, 0.3).failureDetail,
  ...knownErrors.map(([, inWords]) => inWords),
  unreadableAnswer.inWords,
  'The server sent only part of the file.',
  'The server responded with 404 Not Found.',
  'The file is larger than 2,000,000,000 bytes.',
];

test('every failure of media and of the network has words in every language', () => {
  for (const detail of details) {
    const german = withLocale('de', () => explainFailure(detail));
    assert.notEqual(german, detail);
    assert.notEqual(german, explainFailure(detail));
  }
});

test('the reason of a failed download is explained too', () => {
  const { detail } = new DownloadFailure('Host not found.', 'passing');
  const german = withLocale('de', () => explainFailure(detail));
  assert.match(german, /konnte nicht heruntergeladen werden\. .* Der Server wurde nicht gefunden\.$/);
  assert.match(
    withLocale('de', () => explainFailure(mediaFaults.tooLong(4 * 3600))),
    /4/,
  );
});

test('a sentence that is not known stays as it is', () => {
  assert.equal(explainFailure('Mercury is in retrograde.'), 'Mercury is in retrograde.');
});
