import { formatClock, formatDate, formatLength } from '#lib/messages/format';
import { toMinutesAndSeconds } from '#lib/exports/text/to-plain-text';
import { toTitle } from '#lib/exports/documents/name-file';

/** The job that an export is made from. */
export interface ExportedJob {
  name: string;
  createdAt: Date;
  durationSeconds: number | null;
}

/** How an export looks: as the API specifies it, or as pages show it, with the reader's time zone. */
export type ExportLook = { kind: 'api' } | { kind: 'page'; timeZone: string };

/** How an export writes its title and its times. */
interface LookFunctions {
  /** The heading of a document. */
  toTitle: (jobName: string) => string;
  /** What stands below the heading, such as `Nov 20, 2026 · 1:02:03`; nothing where it is undefined. */
  toFacts: (job: ExportedJob) => string | undefined;
  /** A moment of the recording. */
  toClock: (milliseconds: number) => string;
}

/** As the API specifies it: the job's name as it is, and minutes that go on past 59. */
export const apiLook: ExportLook = { kind: 'api' };

/** As pages show it, in the reader's language; `timeZone` is the reader's, where it is known. */
export function pageLook(timeZone = 'UTC'): ExportLook {
  return { kind: 'page', timeZone };
}

const ofApi: LookFunctions = {
  toTitle: (jobName) => jobName,
  toFacts: () => undefined,
  toClock: toMinutesAndSeconds,
};

/** What a look does. */
export function applyLook(look: ExportLook): LookFunctions {
  if (look.kind === 'api') return ofApi;
  const { timeZone } = look;
  return {
    toTitle,
    toFacts: ({ createdAt, durationSeconds }) =>
      [
        formatDate(createdAt, 'date', timeZone),
        ...(durationSeconds === null ? [] : [formatLength(durationSeconds)]),
      ].join(' · '),
    toClock: formatClock,
  };
}
