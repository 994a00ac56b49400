import { toSubRip, toWebVtt } from '#lib/exports/captions/to-captions';
import type { ExportedJob, ExportLook } from '#lib/exports/documents/document-look';
import { toDocument } from '#lib/exports/documents/transcript-document';
import { toJson } from '#lib/exports/json/to-json';
import { toMarkdown } from '#lib/exports/text/to-markdown';
import { toPlainText, toTemplateText } from '#lib/exports/text/to-plain-text';
import type { Transcript } from '#lib/revisions/read-transcript';

export interface ExportFacts {
  job: ExportedJob;
  /** The editor's address, without a query, that times lead to. */
  editorUrl: string;
  look: ExportLook;
  /** Captions name their speakers; left out for what is usual in the format. */
  speakers?: boolean | undefined;
}

/** A format of exports. One entry in `exportFormats` is all that a format takes on the server. */
export interface ExportFormat {
  extension: string;
  type: string;
  /** The API's offer, if there is one: of which resource, by which media type, and whether as a named file. */
  api?: { resource: 'transcript' | 'captions'; type: string; isAttachment: boolean };
  /** Set when archives of transcripts contain it unless other formats are chosen. */
  isArchivedByDefault?: true;
  /** Its choices: all that a template has, or naming the speakers. */
  choice?: 'template' | 'speakers';
  /** Writes it where it is text; what is not is made in a thread alone, by `writeDocument`. */
  write?: (transcript: Transcript, facts: ExportFacts) => string;
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** All formats of exports; the API lists its own in this order. */
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

/** The media types by which the API offers a resource. */
export function listApiTypes(resource: 'transcript' | 'captions'): string[] {
  return listFormats().flatMap(({ api }) => (api?.resource === resource ? [api.type] : []));
}
