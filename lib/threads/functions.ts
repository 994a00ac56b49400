import type { ChangeSide } from '#lib/transcript/summary/summarize-change';

/* The pure functions that threads run, by name, loaded on first use. Text is returned as UTF-8 bytes. */
export const functions = {
  'write-text': () => import('#lib/exports/write-text').then((module) => module.writeText),
  'write-document': () =>
    import('#lib/exports/documents/write-document').then((module) => module.writeDocument),
  'write-archived': () => import('#lib/exports/write-text').then((module) => module.writeArchived),
  'write-rich-transcript': () =>
    import('#lib/api/v1/present-rich-transcript').then((module) => module.writeRichTranscript),
  'write-earlier-transcript': () =>
    import('#lib/api/earlier/present-transcript').then((module) => module.writeTranscript),
  'write-revai-transcript': () =>
    import('#lib/api/revai/present-transcript').then((module) => module.writeTranscript),
  'write-openai-transcription': () =>
    import('#lib/api/openai/present-transcription').then((module) => module.writeTranscription),
  'write-openai-events': () =>
    import('#lib/api/openai/present-events').then((module) => module.writeEndEvents),
  'write-asr-transcript': () =>
    import('#lib/api/asr/present-transcript').then((module) => module.writeTranscript),
  'cut-transcript': () => import('#lib/api/mcp/tools/cut-transcript').then((module) => module.cutVersion),
  'write-machine-edit': () =>
    import('#lib/revisions/write-machine').then((module) => module.writeMachineEdit),
  'write-history': () => import('#lib/revisions/changes/read-history').then((module) => module.writeHistory),
  'read-sent-change': () =>
    import('#lib/revisions/changes/prepare-change').then((module) => module.readSentChange),
  'write-words': () => import('#lib/revisions/write-machine').then((module) => module.writeWords),
  'summarize-change': () =>
    import('#lib/transcript/summary/summarize-change').then(
      ({ summarizeChange }) =>
        ({ before, after }: { before: ChangeSide; after: ChangeSide }) =>
          summarizeChange(before, after),
    ),
  'to-text-rows': () => import('#lib/revisions/texts/to-text-rows').then((module) => module.toTextRows),
  'align-import': () => import('#lib/imports/align-import').then((module) => module.alignImport),
  'parse-transcript': () => import('#lib/imports/parse-transcript').then((module) => module.parseTranscript),
  'fit-transcript': () => import('#lib/imports/fit-transcript').then((module) => module.fitTranscript),
  'rebase-import': () => import('#lib/imports/align-import').then((module) => module.rebaseImport),
  'merge-recognition': () =>
    import('#lib/revisions/recognitions/merge-recognition').then((module) => module.mergeRecognition),
  'reassign-speakers': () =>
    import('#lib/revisions/recognitions/reassign-speakers').then((module) => module.reassignSpeakers),
  'find-corrections': () =>
    import('#lib/revisions/corrections/note-corrections').then((module) => module.correctedInSource),
  'find-sound-alikes': () =>
    import('#lib/revisions/review/find-in-source').then((module) => module.findInSource),
  'measure-reviewed': () =>
    import('#lib/revisions/review/measure-source').then((module) => module.measureSource),
};

export type FunctionName = keyof typeof functions;

export type ThreadFunction<Name extends FunctionName> = Awaited<ReturnType<(typeof functions)[Name]>>;
