import { recordingEndings, recordingTypes } from './contract.ts';

/** Tells the server to detect the type from the bytes. */
const undeclared = 'application/octet-stream';

/** The endings of file names that are known to be recordings, in lower case and without the dot. */
export const recordingExtensions: readonly string[] = Object.values(recordingEndings).flat();

/** The media type that a file of this name is sent as; undefined where the ending is none of a recording. */
export function getRecordingType(name: string): string | undefined {
  const ending = (/\.([^./\\]+)$/.exec(name)?.[1] ?? '').toLowerCase();
  return Object.entries<readonly string[]>(recordingEndings).find(([, known]) => known.includes(ending))?.[0];
}

/** The type to send a recording as: its own if the API accepts it, else by its name; otherwise its bytes decide. */
export function chooseRecordingType(name: string, own: string | undefined): string {
  const [essence = ''] = (own ?? '').split(';', 1);
  const type = essence.trim().toLowerCase();
  if (recordingTypes.some((accepted) => accepted === type)) return own ?? '';
  const known = getRecordingType(name);
  if (known !== undefined) return known;
  return type === '' || /^(audio|video)\//.test(type) ? undeclared : type;
}
