import type { ContentOptions } from './rich-text';

/** The formats of an export, in the order in which they are offered. */
export const formats = ['word', 'text', 'pdf', 'tracked', 'srt', 'vtt', 'json'] as const;

/** Format, version and content of an export. */
export interface ExportOptions extends ContentOptions {
  format: (typeof formats)[number];
  /** A number, `latest` or `machine`. */
  version: string;
}

/** What can be left out of a format. */
export const optionalContent: Record<ExportOptions['format'], ReadonlyArray<keyof ContentOptions>> = {
  word: ['times', 'speakers'],
  text: ['times', 'speakers'],
  pdf: ['times', 'speakers'],
  tracked: ['times', 'speakers'],
  vtt: ['speakers'],
  srt: [],
  json: [],
};

/** Where the server makes this file, below the transcript's address. */
export function getExportPath({ format, version, times, speakers }: ExportOptions): string {
  const query = new URLSearchParams({
    format: format === 'tracked' ? 'word' : format,
    version: format === 'tracked' ? 'latest' : version,
    times: times ? '1' : '0',
    speakers: speakers ? '1' : '0',
    tracked: format === 'tracked' ? '1' : '0',
  });
  return `export?${query.toString()}`;
}
