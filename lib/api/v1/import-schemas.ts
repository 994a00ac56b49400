import { z } from 'zod';

/** Maximum size of a transcript file. */
export const maxImportBytes = 50 * 1024 * 1024;

/** The documented media types of `putTranscript`; the content decides, regardless of the declared type. */
export const importTypes = [
  'text/plain',
  'text/markdown',
  'application/x-subrip',
  'text/vtt',
  'application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

export const transcriptFile = z.unknown().describe('The file.');

export const importQuery = z.object({
  accept_mismatch: z
    .enum(['true', 'false'], 'accept_mismatch must be true or false.')
    .default('false')
    .describe('`true` to import a text that has little in common with the recording.'),
});

const share = z.number().min(0).max(1);

export const importResult = z.strictObject({
  revision: z
    .int()
    .nonnegative()
    .describe('The revision with this text: the latest one if the transcript had it already.'),
  matching_share: share.describe(
    'Share of words in common, from 0 to 1: twice the words that match in order, divided by the words of text and recording together.',
  ),
  paragraphs: z.int().positive().describe('Number of paragraphs in the text.'),
  words: z.int().nonnegative().describe('Number of words in the text.'),
});
