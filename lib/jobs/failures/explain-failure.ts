import { formatDuration, formatFileSize } from '#lib/messages/format';
import { balanceTooLow, canceled, givenUp, recognitionFailed } from '#lib/jobs/failures/failure-details';
import { downloadFailed } from '#lib/media/download-failure';
import { mediaFaults } from '#lib/media/media-failure';
import { unreadableAnswer } from '#lib/net/explain-network-error';
import * as texts from '#messages/failures';

/*
 * A job keeps why it failed as the English sentence that the API tells. Pages tell it in the reader's language, by these; a
 * sentence that is not among them stays as it is.
 */

const sentences: ReadonlyMap<string, () => string> = new Map([
  [balanceTooLow.failureDetail, texts.balanceTooLow],
  [canceled.failureDetail, texts.canceled],
  [givenUp.failureDetail, texts.internal],
  [recognitionFailed.failureDetail, texts.recognitionFailed],
  [mediaFaults.empty, texts.emptyFile],
  [mediaFaults.notMedia, texts.notMedia],
  [mediaFaults.noSound, texts.noSound],
  [mediaFaults.playlist, texts.playlist],
  [mediaFaults.truncated, texts.incomplete],
  [mediaFaults.damaged, texts.damaged],
  [mediaFaults.mostlyDamaged, texts.mostlyDamaged],
  [mediaFaults.encrypted, texts.encrypted],
  [mediaFaults.tooCostly, texts.tooCostly],
  ['The host was not found.', texts.hostNotFound],
  ['The name of the host could not be looked up.', texts.lookUpFailed],
  ['The host refused the connection.', texts.connectionRefused],
  ['The host could not be reached.', texts.unreachable],
  ['Connecting to the host took too long.', texts.timedOut],
  ['The server took too long to answer.', texts.timedOut],
  ['The request took too long.', texts.timedOut],
  ['The server stopped sending.', texts.serverStopped],
  ['The answer is too large.', texts.responseTooLarge],
  ['The connection broke.', texts.connectionBroke],
  ['The server does not answer in proper HTTP.', texts.invalidHttp],
  ['No secure connection could be made.', texts.noSecureConnection],
  ['The certificate of the host is not valid.', texts.certificate],
  ['The file changed while it was being downloaded.', texts.changed],
  ['The server sent only a part of the file.', texts.partOnly],
  [unreadableAnswer.inWords, texts.unreadableAnswer],
  ['The address redirects to no valid address.', texts.badRedirect],
  [
    'The address leads to a web page, not to a media file. Please give the address of the file itself.',
    texts.webPage,
  ],
]);

const unitSeconds: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600 };

const patterns: ReadonlyArray<[RegExp, (found: string[]) => string]> = [
  [
    /^The recording is longer than the (\d+) (\w+) that can be transcribed at once\.$/,
    ([count, unit = '']) =>
      texts.tooLong({ duration: formatDuration(Number(count) * (unitSeconds[unit] ?? 1)) }),
  ],
  [
    /^The recording has (\d+) audio tracks?, so there is no track (\d+)\.$/,
    ([count, number]) => texts.noTrack({ count: Number(count), number: Number(number) }),
  ],
  [/^The server answered (.+)\.$/, ([status = '']) => texts.serverAnswered({ status })],
  [/^The server sends the file compressed \((.+)\)\.$/, ([coding = '']) => texts.compressed({ coding })],
  [/^The address redirects more than \d+ times\.$/, texts.tooManyRedirects],
  [
    /^The file is larger than ([\d,]+) bytes\.$/,
    ([bytes = '']) => texts.fileTooLarge({ size: formatFileSize(Number(bytes.replaceAll(',', ''))) }),
  ],
  [/ (is|that is) not public\.$/, texts.addressNotPublic],
];

/** Why a job failed, in the reader's language. */
export function explainFailure(detail: string): string {
  if (detail.startsWith(`${downloadFailed} `)) {
    return texts.downloadFailed({ reason: explainFailure(detail.slice(downloadFailed.length + 1)) });
  }
  const sentence = sentences.get(detail);
  if (sentence !== undefined) return sentence();
  for (const [pattern, explain] of patterns) {
    const found = pattern.exec(detail);
    if (found !== null) return explain(found.slice(1));
  }
  return detail;
}
