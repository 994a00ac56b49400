import { formatBareTimeCode, defaultTimeStyle, type TimeStyle } from '#lib/transcript/text/time-code';
import { formatDate, formatLength } from '#lib/messages/format';
import { toTitle } from '#lib/exports/documents/name-file';

/** The labels before the words of each monologue, and true for `links` if times lead into the editor. */
export interface ExportParts {
  times: boolean;
  speakers: boolean;
  links: boolean;
}

export const allParts: ExportParts = { times: true, speakers: true, links: true };

export interface ExportedJob {
  name: string;
  createdAt: Date;
  durationSeconds: number | null;
}

/** The look of an export: as the API specifies it, or as pages show it, with the reader's time zone. */
export type ExportLook = { kind: 'api' } | { kind: 'page'; timeZone: string; timeStyle: TimeStyle };

interface LookFunctions {
  toTitle: (jobName: string) => string;
  /** The line below the heading, such as `Nov 20, 2026 · 1:02:03`; none where it is undefined. */
  toFacts: (job: ExportedJob) => string | undefined;
  toClock: (milliseconds: number) => string;
}

/** As the API specifies it: the job's name as it is, and minutes that go on past 59. */
export const apiLook: ExportLook = { kind: 'api' };

/**
 * As pages show it, in the reader's language; `timeZone` is the reader's, where it is known, and `timeStyle` that of the account
 * that owns the transcript.
 */
export function pageLook(timeZone = 'UTC', timeStyle: TimeStyle = defaultTimeStyle): ExportLook {
  return { kind: 'page', timeZone, timeStyle };
}

/** Milliseconds as mm:ss, cut to the second, with more than 59 minutes where needed. */
export function toMinutesAndSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

const ofApi: LookFunctions = {
  toTitle: (jobName) => jobName,
  toFacts: () => undefined,
  toClock: toMinutesAndSeconds,
};

export function applyLook(look: ExportLook): LookFunctions {
  if (look.kind === 'api') return ofApi;
  const { timeZone, timeStyle } = look;
  return {
    toTitle,
    toFacts: ({ createdAt, durationSeconds }) =>
      [
        formatDate(createdAt, 'date', timeZone),
        ...(durationSeconds === null ? [] : [formatLength(durationSeconds)]),
      ].join(' · '),
    toClock: (ms) => formatBareTimeCode(ms, timeStyle),
  };
}
