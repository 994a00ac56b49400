import { z } from 'zod';

/** The most bytes of a transcript file. */
export const maxImportBytes = 50 * 1024 * 1024;

/** The media types under which `putTranscript` documents what it takes: the bytes decide, whatever is declared. */
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
    .describe('The revision that has the text: the latest one if the transcript had it already.'),
  matching_share: share.describe(
    'How much of text and recording is the same, from 0 to 1: twice the words that match in order, divided by the words of both.',
  ),
  paragraphs: z.int().positive().describe('How many paragraphs the text has.'),
  words: z.int().nonnegative().describe('How many words the text has.'),
});
