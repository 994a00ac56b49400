import { findTypeByEnding, mayBeRecording, recordingEndings, undeclaredType } from '#lib/recording-formats';

/** The types for a file chooser, including file extensions, since systems don't know every type. */
export const chooserTypes = [
  'audio/*',
  'video/*',
  ...Object.keys(recordingEndings).map((ending) => `.${ending}`),
].join();

type NamedFile = Pick<File, 'name' | 'type'>;

/** True if the file's name or type indicates audio or video. */
export function isMedia({ name, type }: NamedFile): boolean {
  return findTypeByEnding(name) !== undefined || /^(?:audio|video)\//.test(type);
}

/**
 * Returns a file's type by its extension, else by the browser, else by its first bytes; undefined for documents,
 * pictures, archives, and programs.
 */
export async function chooseMediaType(file: NamedFile & Pick<File, 'slice'>): Promise<string | undefined> {
  const type = findTypeByEnding(file.name);
  if (type !== undefined) return type;
  if (file.type !== '' && mayBeRecording(file.type)) return file.type;
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  return looksLikeOther(head) ? undefined : undeclaredType;
}

const headBytes = 512;

/** Magic numbers of other file types: PDF, Zip (and Office), GIF, TIFF, Rar, programs, PNG, JPEG, 7z, gzip, OLE. */
const otherHeads = [
  ...['%PDF-', 'PK', 'GIF8', 'II*\0', 'MM\0*', 'Rar!', 'MZ'].map((text) => [
    ...new TextEncoder().encode(text),
  ]),
  ...[
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x37, 0x7a, 0xbc, 0xaf],
    [0x1f, 0x8b],
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x7f, 0x45, 0x4c, 0x46],
  ],
];

function looksLikeOther(head: Uint8Array): boolean {
  // SPHERE is the only recording format that begins with this much text.
  if (new TextDecoder('latin1').decode(head).startsWith('NIST_1A')) return false;
  const isText = head.every((byte) => (byte >= 9 && byte <= 13) || byte === 27 || byte >= 32);
  return isText || otherHeads.some((start) => start.every((byte, at) => head[at] === byte));
}

/** The extensions of transcript files, for choosers and drops. The server checks the bytes. */
export const transcriptEndings = ['docx', 'txt', 'md', 'markdown', 'srt', 'vtt', 'json', 'otr'] as const;

/** True if the file's name has a transcript's extension. */
export function isTranscript({ name }: Pick<File, 'name'>): boolean {
  return transcriptEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}
