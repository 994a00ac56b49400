import type { ChoiceFaults } from '#components/recognition/offer.ts';
import type { Draft } from '#components/recognition/resolve-choices.ts';

/** The prices of a recording in cents: recognized, and with a transcript of its own that is only aligned. */
export interface UploadPrices {
  recognize: number;
  align: number;
}

/** The server's measurement of a complete upload. */
export type Measurement =
  | { kind: 'measured'; length: string; prices: UploadPrices; expiresAt: string }
  | { kind: 'unusable'; why: string }
  | { kind: 'gone' }
  /** Too many others wait to be measured: to be asked again. */
  | { kind: 'busy' };

/** An upload or a link of the account that no job was made of yet, as a page is rendered with it. */
export type StoredUpload = (StoredFile | { url: string }) & {
  uploadId: string;
  /** The choices of recognition that were saved with it, and the name of a link, as JSON. */
  options: string | undefined;
  /** When the server removes it. */
  expiresAt: string;
};

/** A file of which the server has a part, or all. */
interface StoredFile {
  name: string;
  bytes: number;
  /** As many as `bytes` when it is whole. */
  sentBytes: number;
  /** Undefined until it was measured. */
  measured: { length: string; prices: UploadPrices } | undefined;
  /** The name of the transcript file that was added to it. */
  transcript: string | undefined;
}

/** The phases of a recording from upload to job. */
export type UploadPhase =
  | { kind: 'queued' }
  | { kind: 'sending'; sentBytes: number; bytesPerSecond: number | undefined }
  /** `why` is left out where the connection is lost. */
  | { kind: 'paused'; sentBytes: number; why?: string }
  /** An earlier visit, or another device, sent a part of it. */
  | { kind: 'partial'; sentBytes: number; why?: string }
  | { kind: 'measuring' }
  | { kind: 'ready'; length: string; prices: UploadPrices }
  | { kind: 'refused'; why: string }
  /** The server fetches it once it is submitted. */
  | { kind: 'link'; url: string };

/** A recording that waits to become a job, with the choices made for it. `key` is unique in the page. */
export interface ChosenFile {
  key: string;
  name: string;
  bytes: number;
  phase: UploadPhase;
  /** Known as soon as the server has begun to take it in; of a link, its id. */
  uploadId: string | undefined;
  /** When the server deletes its upload, if known. */
  expiresAt?: string;
  draft: Draft;
  /** The name of the transcript file that comes with it. */
  transcript?: string | undefined;
  /** True while a transcript is sent. */
  isAdding?: boolean;
  /** The server's reasons for refusing the choices. */
  refusals: ChoiceFaults;
  /** Why it couldn't be submitted. */
  error?: string | undefined;
  /** True while its further options are shown. */
  isOpen: boolean;
  isSubmitting: boolean;
  /** True if an error came back when it was submitted last, or nothing: there may be a job, and its price may be held. */
  isUnanswered?: boolean;
}

/** True if leaving the page would interrupt its upload. */
export function isUnderWay({ phase: { kind } }: ChosenFile): boolean {
  return kind === 'queued' || kind === 'sending' || kind === 'paused';
}

/** A whole upload whose price is known. */
export type ReadyFile = ChosenFile & {
  uploadId: string;
  phase: { kind: 'ready'; length: string; prices: UploadPrices };
};

/** True if it can be submitted at a price that is known. */
export function isReady(file: ChosenFile): file is ReadyFile {
  return file.phase.kind === 'ready' && file.uploadId !== undefined && file.isAdding !== true;
}

/** The price of submitting a recording. */
export function getPriceCents(prices: UploadPrices, { transcript }: Pick<ChosenFile, 'transcript'>): number {
  return transcript === undefined ? prices.recognize : prices.align;
}

/** True if the server may have some of its bytes, which would be lost with it: how many were sent is known late. */
export function hasBytes({ phase }: ChosenFile): boolean {
  return phase.kind === 'ready' || phase.kind === 'measuring' || 'sentBytes' in phase;
}
