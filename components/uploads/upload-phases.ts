import type { ChoiceFaults } from '#components/recognition/offer.ts';
import type { Draft } from '#components/recognition/resolve-choices.ts';

/** The server's measurement of a complete upload. */
export type Measurement =
  | { kind: 'measured'; length: string; priceCents: number; expiresAt: string }
  | { kind: 'unusable'; why: string }
  | { kind: 'gone' }
  /** Too many others wait to be measured: to be asked again. */
  | { kind: 'busy' };

/** An upload of the account that no job was made of yet, as a page is rendered with it. */
export interface StoredUpload {
  uploadId: string;
  name: string;
  bytes: number;
  /** As many as `bytes` when it is whole. */
  sentBytes: number;
  /** Undefined until it was measured. */
  measured: { length: string; priceCents: number } | undefined;
  /** The choices of recognition that were saved with it, as JSON. */
  options: string | undefined;
  /** When the server removes it. */
  expiresAt: string;
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
  | { kind: 'ready'; length: string; priceCents: number }
  | { kind: 'refused'; why: string }
  | LinkPhase;

/** A recording that the server fetches itself. */
export interface LinkPhase {
  kind: 'link';
  url: string;
  /** Submitted again with it, the link gives the first job. */
  submissionKey: string;
  /** True if it was submitted and nothing came back: there may be a job, and its price may be held. */
  isUnanswered: boolean;
}

/** A recording that waits to become a job, with the choices made for it. `key` is unique in the page. */
export interface ChosenFile {
  key: string;
  name: string;
  bytes: number;
  phase: UploadPhase;
  /** Known as soon as the server has begun to take it in. */
  uploadId: string | undefined;
  /** When the server removes what it has of it, if that is known. */
  expiresAt?: string;
  draft: Draft;
  /** Why the server refused what was chosen. */
  refusals: ChoiceFaults;
  /** Why it couldn't be submitted. */
  error?: string | undefined;
  /** True while its further options are shown. */
  isOpen: boolean;
  isSubmitting: boolean;
}

/** True if leaving the page would interrupt its upload. */
export function isUnderWay({ phase: { kind } }: ChosenFile): boolean {
  return kind === 'queued' || kind === 'sending' || kind === 'paused';
}

/** A whole upload whose price is known. */
export type ReadyFile = ChosenFile & {
  uploadId: string;
  phase: { kind: 'ready'; length: string; priceCents: number };
};

/** True if it can be submitted at a price that is known. */
export function isReady(file: ChosenFile): file is ReadyFile {
  return file.phase.kind === 'ready' && file.uploadId !== undefined;
}

/** True if the server may have some of its bytes, which would be lost with it: how many were sent is known late. */
export function hasBytes({ phase }: ChosenFile): boolean {
  return phase.kind === 'ready' || phase.kind === 'measuring' || 'sentBytes' in phase;
}
