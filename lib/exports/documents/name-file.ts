import * as texts from '#messages/documents';

const maxCharacters = 120;

/** What a recording is called: its job's name without the ending of a file. */
export function toTitle(jobName: string): string {
  return jobName.replace(/\.[a-z0-9]{2,4}\s*$/i, '');
}

/**
 * The name of a document's file, after its job's: without the ending of the recording, and without what a file
 * system would not take. A file of tracked changes says so.
 */
export function nameFile(jobName: string, extension: string, { isTracked = false } = {}): string {
  const base = toTitle(jobName.replaceAll(/[\p{Cc}\p{Cs}\p{Cf}/\\:*?"<>|]+/gu, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const short = Array.from(base).slice(0, maxCharacters).join('').trim();
  const name = short || texts.untitled();
  return `${isTracked ? texts.trackedName({ name }) : name}.${extension}`;
}
