import { recordingEndings } from '#lib/recording-formats';
import * as texts from '#messages/documents';

const maxCharacters = 120;
/** File systems allow 255 bytes. The rest is for the extension, a number, and an ID. */
const maxBytes = 180;

const mediaEnding = new RegExp(`\\.(?:${Object.keys(recordingEndings).join('|')})\\s*$`, 'i');

/** Returns the title of a recording: its job's name without a media file extension. */
export function toTitle(jobName: string): string {
  return jobName.replace(mediaEnding, '');
}

/** Returns a document's file name: its job's name without media file extension and invalid characters. */
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
