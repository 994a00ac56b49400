import type { RecognitionChoices } from '#components/recognition/offer.ts';

/** The server's measurement of a complete upload. */
export type Measurement =
  | { kind: 'measured'; length: string; priceCents: number }
  | { kind: 'unusable'; why: string }
  | { kind: 'gone' }
  /** Too many others wait to be measured: to be asked again. */
  | { kind: 'busy' };

/** An upload that waits for its owner's confirmation. */
export interface ReadyUpload {
  uploadId: string;
  length: string;
  priceCents: number;
}

/** The phases of a file from upload to job. */
export type UploadPhase =
  | { kind: 'queued' }
  | { kind: 'sending'; sentBytes: number; bytesPerSecond: number | undefined }
  /** `why` is left out where the connection is lost. */
  | { kind: 'paused'; sentBytes: number; why?: string }
  | { kind: 'measuring' }
  | ({ kind: 'ready' } & ReadyUpload)
  | ({ kind: 'submitting' } & ReadyUpload)
  | { kind: 'refused'; why: string };

/**
 * A file that was chosen. `key` is unique in the page. `choices` are those that were in force when it came; undefined when
 * they could not be used, so that those of the moment of submission count.
 */
export interface ChosenFile {
  key: string;
  name: string;
  bytes: number;
  phase: UploadPhase;
  choices: RecognitionChoices | undefined;
}

/** True if leaving the page would lose something. */
export function isUnderWay({ phase }: ChosenFile): boolean {
  return phase.kind !== 'refused';
}

/** The uploads that wait for their owner's confirmation, or have it and are being submitted. */
export function getReady(files: ChosenFile[]): Array<UploadPhase & ReadyUpload> {
  return files.flatMap(({ phase }) => ('uploadId' in phase ? [phase] : []));
}
