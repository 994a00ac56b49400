import { toSubRip, toWebVtt } from '#lib/exports/captions/to-captions';
import type { ExportedJob, ExportLook } from '#lib/exports/documents/document-look';
import { toDocument } from '#lib/exports/documents/transcript-document';
import { toJson } from '#lib/exports/json/to-json';
import { toMarkdown } from '#lib/exports/text/to-markdown';
import { toPlainText, toTemplateText } from '#lib/exports/text/to-plain-text';
import type { Transcript } from '#lib/revisions/read-transcript';

export interface ExportFacts {
  job: ExportedJob;
  /** The editor's URL, without a query, that times link to. */
  editorUrl: string;
  look: ExportLook;
  /** True to name speakers in captions; defaults to the format's convention. */
  speakers?: boolean | undefined;
}

/** An export format. The entry in `exportFormats` is all that a format needs on the server. */
export interface ExportFormat {
  extension: string;
  type: string;
  /** The API's resource and media type, and whether it is a named file; undefined if the API doesn't offer it. */
  api?: { resource: 'transcript' | 'captions'; type: string; isAttachment: boolean };
  /** Set if archives of transcripts contain it by default. */
  isArchivedByDefault?: true;
  /** The available choices: a template's, or naming the speakers. */
  choice?: 'template' | 'speakers';
  /** Writes a text format. Binary formats are written in a thread by `writeDocument`. */
  write?: (transcript: Transcript, facts: ExportFacts) => string;
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** All export formats, in the order in which the API lists its own. */
export const exportFormats = {
  text: {
    extension: 'txt',
    type: 'text/plain; charset=utf-8',
    api: { resource: 'transcript', type: 'text/plain', isAttachment: false },
    isArchivedByDefault: true,
    choice: 'template',
    write: (transcript, { job, ...setting }) =>
      setting.look.kind === 'api'
        ? toPlainText(transcript)
        : toTemplateText(toDocument(transcript, job, setting)),
  },
  markdown: {
    extension: 'md',
    type: 'text/markdown; charset=utf-8',
    choice: 'template',
    write: (transcript, { job, ...setting }) => toMarkdown(toDocument(transcript, job, setting)),
  },
  json: {
    extension: 'json',
    type: 'application/json; charset=utf-8',
    api: { resource: 'transcript', type: 'application/json', isAttachment: false },
    write: (transcript) => JSON.stringify(toJson(transcript)),
  },
  word: {
    extension: 'docx',
    type: word,
    api: { resource: 'transcript', type: 'application/msword', isAttachment: true },
    isArchivedByDefault: true,
    choice: 'template',
  },
  pdf: {
    extension: 'pdf',
    type: 'application/pdf',
    api: { resource: 'transcript', type: 'application/pdf', isAttachment: true },
    choice: 'template',
  },
  srt: {
    extension: 'srt',
    type: 'application/x-subrip; charset=utf-8',
    api: { resource: 'captions', type: 'application/x-subrip', isAttachment: true },
    choice: 'speakers',
    write: (transcript, { speakers }) => toSubRip(transcript, { speakers }),
  },
  vtt: {
    extension: 'vtt',
    type: 'text/vtt; charset=utf-8',
    api: { resource: 'captions', type: 'text/vtt', isAttachment: true },
    choice: 'speakers',
    write: (transcript, { speakers }) => toWebVtt(transcript, { speakers }),
  },
} satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof exportFormats;

export function listFormats(): ExportFormat[] {
  return Object.values(exportFormats);
}

/** Lists the media types in which the API offers a resource. */
export function listApiTypes(resource: 'transcript' | 'captions'): string[] {
  return listFormats().flatMap(({ api }) => (api?.resource === resource ? [api.type] : []));
}
