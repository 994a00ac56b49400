import type { captionTypes, transcriptTypes } from './contract.ts';

/** An API format: its operation, media type and file extension. */
export interface Format {
  operation: 'getTranscript' | 'getCaptions';
  mediaType: (typeof transcriptTypes)[number] | (typeof captionTypes)[number];
  extension: string;
}

/** The formats of a transcript. */
export const formats = {
  txt: { operation: 'getTranscript', mediaType: 'text/plain', extension: 'txt' },
  json: { operation: 'getTranscript', mediaType: 'application/json', extension: 'json' },
  rich: {
    operation: 'getTranscript',
    mediaType: 'application/vnd.longhand.transcript+json',
    extension: 'rich.json',
  },
  docx: { operation: 'getTranscript', mediaType: 'application/msword', extension: 'docx' },
  pdf: { operation: 'getTranscript', mediaType: 'application/pdf', extension: 'pdf' },
  srt: { operation: 'getCaptions', mediaType: 'application/x-subrip', extension: 'srt' },
  vtt: { operation: 'getCaptions', mediaType: 'text/vtt', extension: 'vtt' },
} as const satisfies Record<string, Format>;

/** The name of a format. */
export type FormatName = keyof typeof formats;

// Fails to compile if a format of the contract is missing here.
type Offered = (typeof formats)[FormatName]['mediaType'];
true satisfies Exclude<Format['mediaType'], Offered> extends never ? true : never;

/** The names of all formats. */
export const formatNames = Object.keys(formats) as FormatName[];

/** True if a text is the name of a format. */
export function isFormatName(text: string): text is FormatName {
  return Object.hasOwn(formats, text);
}
