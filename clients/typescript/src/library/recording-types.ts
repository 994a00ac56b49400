import { recordingTypes } from './contract.ts';

type RecordingType = (typeof recordingTypes)[number];

const byExtension: Readonly<Record<string, RecordingType>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aif: 'audio/x-aiff',
  aiff: 'audio/x-aiff',
  aifc: 'audio/x-aifc',
  ra: 'audio/x-realaudio',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  weba: 'audio/webm',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mka: 'video/x-matroska',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
};

/** The endings of file names that are known to be recordings, in lower case and without the dot. */
export const recordingExtensions: readonly string[] = Object.keys(byExtension);

/** The media type that a file of this name has; undefined where the ending is none of a recording that the API accepts. */
export function getRecordingType(name: string): RecordingType | undefined {
  const [, extension = ''] = /\.([^./\\]+)$/.exec(name) ?? [];
  return Object.hasOwn(byExtension, extension.toLowerCase())
    ? byExtension[extension.toLowerCase()]
    : undefined;
}

/** The media type that a recording is sent with: its own where the API accepts that, else the one of its name. */
export function chooseRecordingType(name: string, own: string | undefined): string {
  const [essence = ''] = (own ?? '').split(';', 1);
  if (recordingTypes.some((type) => type === essence.trim().toLowerCase())) return own ?? '';
  return getRecordingType(name) ?? (essence === '' ? 'application/octet-stream' : essence);
}
