import * as texts from '#messages/documents';

const maxCharacters = 120;

/**
 * The name of a document's file, after its job's: without the ending of the recording, and without what a file
 * system would not take.
 */
export function nameFile(jobName: string, extension: string): string {
  const base = jobName
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\.[a-z0-9]{2,4}\s*$/i, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const short = Array.from(base).slice(0, maxCharacters).join('').trim();
  return `${short || texts.untitled()}.${extension}`;
}
