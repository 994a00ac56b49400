import { fileFaults } from '#lib/imports/imported-paragraph';
import type { FaultyParameters } from '#lib/refusal';
import { tooManyTranscripts } from '#lib/uploads/transcripts';
import { transcriptRemoved } from '#lib/uploads/submit-upload';
import { urlFaults } from '#lib/net/check-url';
import * as texts from '#messages/faults';

/* Rules shared with the API refuse in English. Pages translate known messages. */

const sentences: ReadonlyMap<string, () => string> = new Map([
  [urlFaults.incomplete, texts.addressIncomplete],
  [urlFaults.scheme, texts.addressScheme],
  [urlFaults.credentials, texts.addressCredentials],
  [urlFaults.tooLong, texts.addressTooLong],
  [fileFaults.noText, texts.fileNoText],
  [fileFaults.pdf, texts.filePdf],
  [fileFaults.oldWord, texts.fileOldWord],
  [fileFaults.tooLarge, texts.fileTooLarge],
  [fileFaults.notText, texts.fileNotText],
  [fileFaults.unknownJson, texts.fileNotText],
  [transcriptRemoved, texts.transcriptRemoved],
  [tooManyTranscripts, texts.tooManyTranscripts],
  ...[fileFaults.noWord, fileFaults.damagedWord, fileFaults.documentType, fileFaults.invalidJson].map(
    (fault) => [fault, texts.fileDamaged] as const,
  ),
]);

const patterns: ReadonlyArray<[RegExp, (found: string) => string]> = [
  [/^A (?:file|paragraph|transcript) is limited to (\d+) \w+\.$/, () => texts.fileTooLarge()],
  [/^The port (\d+) is not allowed\.$/, (port) => texts.addressPort({ port })],
  [/^The address (\S+) is not public\.$/, (address) => texts.addressNotPublic({ address })],
];

/** Translates a parameter's error to the reader's language if it is known. */
export function explainFault(fault: string): string {
  const sentence = sentences.get(fault);
  if (sentence !== undefined) return sentence();
  for (const [pattern, explain] of patterns) {
    const [, found] = pattern.exec(fault) ?? [];
    if (found !== undefined) return explain(found);
  }
  return fault;
}

/** Translates all errors of parameters to the reader's language. */
export function explainFaults(parameters: FaultyParameters): string {
  return Object.values(parameters).flat().map(explainFault).join(' ');
}
