import { formatDate, formatLength } from '#lib/messages/format';
import { toTitle } from '#lib/exports/documents/name-file';
import { defaultTemplate, type ExportTemplate } from '#lib/transcript/text/export-template';
import { joinWords } from '#lib/transcript/text/join-words';
import { atTurns, setLabel, setTurns, type Turn } from '#lib/transcript/text/set-turns';
import { defaultTimeStyle, type TimeStyle } from '#lib/transcript/text/time-code';

export interface ExportedJob {
  name: string;
  createdAt: Date;
  durationSeconds: number | null;
}

/** The look of an export: as specified by the API, or as shown on pages, in the reader's time zone. */
export type ExportLook =
  | { kind: 'api' }
  | { kind: 'page'; timeZone: string; timeStyle: TimeStyle; template: ExportTemplate };

interface LookFunctions {
  /** The account's template; undefined for the API, whose documents have only what it specifies. */
  template?: ExportTemplate;
  toTitle: (jobName: string) => string;
  /** The line below the heading, such as `Nov 20, 2026 · 1:02:03`, if there is one. */
  toFacts: (job: ExportedJob) => string | undefined;
  toDate: (at: Date) => string;
  setTurns: (said: Parameters<typeof setTurns>[0]) => Turn[];
  setLabel: (speaker: string, startMs: number) => Omit<Turn, 'text'>;
}

/** As the API specifies: the job's unchanged name, and minutes beyond 59. */
export const apiLook: ExportLook = { kind: 'api' };

/** As on pages: in the reader's language and `timeZone`, if known, and the owner's `timeStyle`. */
export function pageLook(
  timeZone = 'UTC',
  timeStyle: TimeStyle = defaultTimeStyle,
  template = defaultTemplate,
): ExportLook {
  return { kind: 'page', timeZone, timeStyle, template };
}

/** Formats milliseconds as mm:ss, rounded down. Minutes may exceed 59. */
export function toMinutesAndSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

export function applyLook(look: ExportLook): LookFunctions {
  if (look.kind === 'api') return ofApi;
  const { timeZone, timeStyle, template } = look;
  const style = { ...template, ...timeStyle };
  const toDate = (at: Date): string => formatDate(at, 'date', timeZone);
  return {
    template,
    toTitle,
    toFacts: ({ createdAt, durationSeconds }) =>
      [toDate(createdAt), ...(durationSeconds === null ? [] : [formatLength(durationSeconds)])].join(' · '),
    toDate,
    setTurns: (said) => setTurns(said, style),
    setLabel: (speaker, startMs) => setLabel(speaker, startMs, atTurns(style)),
  };
}

/** `Speaker 1 (00:02):` on its own line, in bold. */
const ofApi: LookFunctions = {
  toTitle: (jobName) => jobName,
  toFacts: () => undefined,
  toDate: (at) => at.toISOString().slice(0, 10),
  setTurns: (said) =>
    said.map(({ speaker, words }) => ({
      ...ofApi.setLabel(speaker, words[0]?.startMs ?? 0),
      text: [{ kind: 'text', text: joinWords(words) }],
    })),
  setLabel: (speaker, startMs) => ({
    isOwnLine: true,
    label: [
      { kind: 'name', text: `${speaker} (` },
      { kind: 'time', text: toMinutesAndSeconds(startMs), startMs },
      { kind: 'name', text: '):' },
    ],
  }),
};
