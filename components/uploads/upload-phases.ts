import type { ChoiceFaults } from '#components/recognition/offer.ts';
import type { Draft } from '#components/recognition/resolve-choices.ts';

/** The prices of a recording in cents: to recognize it, or to align it with its own transcript. */
export interface UploadPrices {
  recognize: number;
  align: number;
}

/** The server's measurement of a complete upload. */
export type Measurement =
  | { kind: 'measured'; length: string; prices: UploadPrices; expiresAt: string }
  | { kind: 'unusable'; why: string }
  | { kind: 'gone' }
  /** Too many uploads wait to be measured: ask again later. */
  | { kind: 'busy' };

/** An upload or a link of the account without a job, as the page is rendered with it. */
export type StoredUpload = (StoredFile | { url: string }) & {
  uploadId: string;
  /** Its saved recognition options, and the name of a link, as JSON. */
  options: string | undefined;
  /** The time at which the server removes it. */
  expiresAt: string;
};

/** A file that the server has completely or in part. */
interface StoredFile {
  name: string;
  bytes: number;
  /** Equals `bytes` if it is complete. */
  sentBytes: number;
  /** Undefined until it is measured. */
  measured: { length: string; prices: UploadPrices } | undefined;
  /** The name of its added transcript file. */
  transcript: string | undefined;
}

/** The phases of a recording from upload to job. */
export type UploadPhase =
  | { kind: 'queued' }
  | { kind: 'sending'; sentBytes: number; bytesPerSecond: number | undefined }
  /** `why` is left out if the connection is lost. */
  | { kind: 'paused'; sentBytes: number; why?: string }
  /** An earlier visit, or another device, sent part of it. */
  | { kind: 'partial'; sentBytes: number; why?: string }
  | { kind: 'measuring' }
  | { kind: 'ready'; length: string; prices: UploadPrices }
  | { kind: 'refused'; why: string }
  /** The server fetches it after submission. */
  | { kind: 'link'; url: string };

/** A recording that isn't a job yet, with its options. `key` is unique on the page. */
export interface ChosenFile {
  key: string;
  name: string;
  bytes: number;
  phase: UploadPhase;
  /** Known once the server has created the upload; for a link, its ID. */
  uploadId: string | undefined;
  /** The time at which the server deletes its upload, if known. */
  expiresAt?: string;
  draft: Draft;
  /** The name of its added transcript file. */
  transcript?: string | undefined;
  /** True while a transcript is being sent. */
  isAdding?: boolean;
  /** The server's reasons for refusing the options. */
  refusals: ChoiceFaults;
  /** The reason why it couldn't be submitted. */
  error?: string | undefined;
  /** True while its further options are open. */
  isOpen: boolean;
  isSubmitting: boolean;
  /** True if the last submission failed or got no response: there may be a job, and its price may be held. */
  isUnanswered?: boolean;
}

/** True if leaving the page would interrupt its upload. */
export function isUnderWay({ phase: { kind } }: ChosenFile): boolean {
  return kind === 'queued' || kind === 'sending' || kind === 'paused';
}

/** A complete upload with a known price. */
export type ReadyFile = ChosenFile & {
  uploadId: string;
  phase: { kind: 'ready'; length: string; prices: UploadPrices };
};

/** True if it can be submitted at a known price. */
export function isReady(file: ChosenFile): file is ReadyFile {
  return file.phase.kind === 'ready' && file.uploadId !== undefined && file.isAdding !== true;
}

/** The price of submitting a recording. */
export function getPriceCents(prices: UploadPrices, { transcript }: Pick<ChosenFile, 'transcript'>): number {
  return transcript === undefined ? prices.recognize : prices.align;
}

/** True if the server may have some of its bytes, which would be lost with it: the number sent is known only later. */
export function hasBytes({ phase }: ChosenFile): boolean {
  return phase.kind === 'ready' || phase.kind === 'measuring' || 'sentBytes' in phase;
}
