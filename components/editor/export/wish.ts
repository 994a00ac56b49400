import type { Chosen } from './rich-text';

/** The formats of an export, in the order in which they are offered. */
export const formats = ['word', 'text', 'pdf', 'tracked', 'srt', 'vtt', 'json'] as const;

/** What somebody wants to take away. */
export interface Wish extends Chosen {
  format: (typeof formats)[number];
  /** A number, `latest` or `machine`. */
  version: string;
}

/** What can be left out of a format. */
export const leavesOut: Record<Wish['format'], ReadonlyArray<keyof Chosen>> = {
  word: ['times', 'speakers'],
  text: ['times', 'speakers'],
  pdf: ['times', 'speakers'],
  tracked: ['times', 'speakers'],
  vtt: ['speakers'],
  srt: [],
  json: [],
};

/** Where the server makes this file, below the door's address. */
export function pathOf({ format, version, times, speakers }: Wish): string {
  const query = new URLSearchParams({
    format: format === 'tracked' ? 'word' : format,
    version: format === 'tracked' ? 'latest' : version,
    times: times ? '1' : '0',
    speakers: speakers ? '1' : '0',
    tracked: format === 'tracked' ? '1' : '0',
  });
  return `export?${query.toString()}`;
}
