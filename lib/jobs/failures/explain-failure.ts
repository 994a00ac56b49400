import { formatDuration, formatFileSize, formatPercent } from '#lib/messages/format';
import {
  balanceTooLow,
  canceled,
  givenUp,
  recognitionFailed,
  speakersFailed,
} from '#lib/jobs/failures/failure-details';
import { downloadFailed } from '#lib/media/download-failure';
import { mediaFaults } from '#lib/media/media-failure';
import { unreadableAnswer } from '#lib/net/explain-network-error';
import * as texts from '#messages/failures';

/* A job's failure is stored as an English sentence; pages translate known ones, and show others unchanged. */

const sentences: ReadonlyMap<string, () => string> = new Map([
  [balanceTooLow.failureDetail, texts.balanceTooLow],
  [canceled.failureDetail, texts.canceled],
  [givenUp.failureDetail, texts.internal],
  [recognitionFailed.failureDetail, texts.recognitionFailed],
  [speakersFailed.failureDetail, texts.speakersFailed],
  [mediaFaults.empty, texts.emptyFile],
  [mediaFaults.notMedia, texts.notMedia],
  [mediaFaults.noSound, texts.noSound],
  [mediaFaults.playlist, texts.playlist],
  [mediaFaults.truncated, texts.incomplete],
  [mediaFaults.damaged, texts.damaged],
  [mediaFaults.mostlyDamaged, texts.mostlyDamaged],
  [mediaFaults.encrypted, texts.encrypted],
  [mediaFaults.tooCostly, texts.tooCostly],
  ['Host not found.', texts.hostNotFound],
  ['DNS lookup failed.', texts.lookUpFailed],
  ['The host refused the connection.', texts.connectionRefused],
  ['The host is unreachable.', texts.unreachable],
  ['Connecting to the host timed out.', texts.timedOut],
  ['The server took too long to respond.', texts.timedOut],
  ['The request timed out.', texts.timedOut],
  ['The server stopped responding.', texts.serverStopped],
  ['The response is too large.', texts.responseTooLarge],
  ['The connection was lost.', texts.connectionBroke],
  ["The server's response is not valid HTTP.", texts.invalidHttp],
  ["A secure connection couldn't be established.", texts.noSecureConnection],
  ["The host's certificate is not valid.", texts.certificate],
  ['The file changed while it was being downloaded.', texts.changed],
  ['The server sent only part of the file.', texts.partOnly],
  [unreadableAnswer.inWords, texts.unreadableAnswer],
  ['The URL redirects to an invalid URL.', texts.badRedirect],
  ['The URL leads to a web page, not a media file. Use the URL of the file itself.', texts.webPage],
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
  [
    /^The transcript has too little in common with the recording: (\d+)% .* (\d+)% are required\./,
    ([matching, required]) =>
      texts.textMismatch({
        matching: formatPercent(Number(matching)),
        required: formatPercent(Number(required)),
      }),
  ],
  [/^The server responded with (.+)\.$/, ([status = '']) => texts.serverAnswered({ status })],
  [/^The server sends the file compressed \((.+)\)\.$/, ([coding = '']) => texts.compressed({ coding })],
  [/^The URL redirects more than \d+ times\.$/, texts.tooManyRedirects],
  [
    /^The file is larger than ([\d,]+) bytes\.$/,
    ([bytes = '']) => texts.fileTooLarge({ size: formatFileSize(Number(bytes.replaceAll(',', ''))) }),
  ],
  [/ (is|that is) not public\.$/, texts.addressNotPublic],
];

/** Translates why a job failed to the reader's language. */
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
