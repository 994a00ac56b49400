import { recordingEndings } from '#lib/recording-formats';
import * as texts from '#messages/documents';

const maxCharacters = 120;
/** File systems take 255 bytes: enough is left for the ending, a number, and an id. */
const maxBytes = 180;

const mediaEnding = new RegExp(`\\.(?:${Object.keys(recordingEndings).join('|')})\\s*$`, 'i');

/** The title of a recording: its job's name without the ending of a recording's file. */
export function toTitle(jobName: string): string {
  return jobName.replace(mediaEnding, '');
}

/** The name of a document's file: its job's, without the recording's ending and invalid characters. */
export function nameFile(jobName: string, extension: string, { isTracked = false } = {}): string {
  const base = toTitle(jobName.replaceAll(/[\p{Cc}\p{Cs}\p{Cf}/\\:*?"<>|]+/gu, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const name = cutToFit(base).trim() || texts.untitled();
  return `${isTracked ? texts.trackedName({ name }) : name}.${extension}`;
}

function cutToFit(text: string): string {
  let left = maxBytes;
  const characters = Array.from(text).slice(0, maxCharacters);
  const end = characters.findIndex((character) => (left -= Buffer.byteLength(character)) < 0);
  return characters.slice(0, end < 0 ? undefined : end).join('');
}
