import type { ContentOptions } from './rich-text';

/** The formats of an export, in the order in which they are offered. */
export const formats = ['word', 'text', 'pdf', 'tracked', 'srt', 'vtt', 'json'] as const;

/** What stands before the words of each monologue in a file, and whether its times are links into the editor. */
export interface FileContent extends ContentOptions {
  links: boolean;
}

/** Format, version and content of an export. */
export interface ExportOptions extends FileContent {
  format: (typeof formats)[number];
  /** A number, `latest` or `machine`. */
  version: string;
}

/** What an export is unless something else is chosen. */
export const defaultExport: ExportOptions = {
  format: 'word',
  version: 'latest',
  times: true,
  speakers: true,
  links: true,
};

/** What can be left out of a format. */
export const optionalContent: Record<ExportOptions['format'], ReadonlyArray<keyof FileContent>> = {
  word: ['times', 'speakers', 'links'],
  text: ['times', 'speakers'],
  pdf: ['times', 'speakers', 'links'],
  tracked: ['times', 'speakers', 'links'],
  vtt: ['speakers'],
  srt: [],
  json: [],
};

/** Where the server makes this file, below the transcript's address. */
export function getExportPath({ format, version, times, speakers, links }: ExportOptions): string {
  const query = new URLSearchParams({
    format: format === 'tracked' ? 'word' : format,
    version: format === 'tracked' ? 'latest' : version,
    times: times ? '1' : '0',
    speakers: speakers ? '1' : '0',
    links: links ? '1' : '0',
    tracked: format === 'tracked' ? '1' : '0',
    // A document's date is the reader's.
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return `export?${query.toString()}`;
}
