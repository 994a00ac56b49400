import type { ActionResult } from '#components/ui/action-result.ts';
import { createEmitter } from '#components/ui/store.ts';
import { formatFileSize } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/uploads';
import { readRememberedDraft } from '#components/recognition/draft.ts';
import { removeUpload, sendFile, type SendingTarget } from './send-file';
import { isTranscript } from './media-type';
import { saveOptions } from './save-options';
import { getSpeed, withSample, type Sample } from './speed';
import type { ChosenFile, Measurement, StoredUpload, UploadPhase } from './upload-phases';
import { change, changeFiles, uploadsStore, withStored } from './uploads-state';

/** The settings of uploads, and the step after each. */
export interface UploadWork {
  maxBytes: number;
  measure: (uploadId: string) => Promise<ActionResult<Measurement>>;
}

/** A link to add, with its options as JSON, and its ID if it already has one. */
export interface NewLink {
  linkId?: string | undefined;
  url: string;
  options: string;
}

/** Adds a link to the account, with which the page is then rendered. */
export type AddLink = (link: NewLink) => Promise<ActionResult<void>>;

const maxConcurrent = 3;
const askAgainMs = 2000;

let lastKey = 0;
const waiting = new Map<string, () => void>();
const cancels = new Map<string, () => void>();

const begun = createEmitter<{ key: string; uploadId: string }>();

/** Emits each upload that the server has created or resumed. */
export const begunUploads: Pick<typeof begun, 'subscribe'> = begun;

/**
 * Starts uploading the files, a few at a time, and returns their keys. Files that can't become jobs are refused at
 * once.
 */
export function addFiles(files: readonly File[], work: UploadWork): string[] {
  const added = files.map((file): ChosenFile => {
    const fault = findFault(file, work);
    const phase: UploadPhase = fault === undefined ? { kind: 'queued' } : { kind: 'refused', why: fault };
    const card = newCard(file.name, file.size, phase);
    if (fault === undefined) waiting.set(card.key, () => send(card.key, file, work));
    return card;
  });
  change({ files: [...uploadsStore.get().files, ...added], submitted: [] });
  startNext();
  return added.map(({ key }) => key);
}

/**
 * Adds a recording that the server fetches from this URL after submission. Returns the reason why it can't, as text.
 */
export async function addLink(url: string, add: AddLink): Promise<string | undefined> {
  const link = { url, options: JSON.stringify(readRememberedDraft()) };
  const result = await add(link).catch(() => ({ error: commonTexts.serverUnreachable() }));
  if ('error' in result) return result.error;
  change({ submitted: [] });
  return undefined;
}

/**
 * Adds the server's other uploads and measures the new ones. Removes those that it no longer has: they were submitted
 * or removed elsewhere.
 */
export function addStored(stored: readonly StoredUpload[], work: UploadWork): void {
  const { files: before, left } = uploadsStore.get();
  const ids = new Set(stored.map(({ uploadId }) => uploadId));
  const files = before.filter((file) => !isFromElsewhere(file) || file.isSubmitting || ids.has(file.key));
  const all = withStored({ files, left }, stored);
  if (all.length === before.length && files.length === before.length) return;
  change({ files: all });
  for (const { key, uploadId, phase } of all.slice(files.length)) {
    if (uploadId !== undefined && phase.kind === 'measuring') void measure(key, uploadId, work);
  }
}

/** Continues a partial upload; shows an error on its card if the file is a different one. */
export function continueUpload(key: string, file: File, work: UploadWork): void {
  const card = uploadsStore.get().files.find((each) => each.key === key);
  if (card?.phase.kind !== 'partial' || card.uploadId === undefined) return;
  if (file.name !== card.name || file.size !== card.bytes) {
    const why = texts.otherFile({ name: card.name, size: formatFileSize(card.bytes) });
    return setPhase(key, { ...card.phase, why });
  }
  const target = { uploadId: card.uploadId };
  waiting.set(key, () => send(key, file, work, target));
  setPhase(key, { kind: 'queued' });
  startNext();
}

/** Removes a recording from the list, and its uploaded data from the server. */
export function removeFile(key: string): void {
  const { files, left } = uploadsStore.get();
  const file = files.find((each) => each.key === key);
  waiting.delete(key);
  const cancel = cancels.get(key);
  cancels.delete(key);
  cancel?.();
  if (cancel === undefined && file?.uploadId !== undefined) removeUpload(file.uploadId);
  change({
    files: files.filter((each) => each.key !== key),
    left: new Set([...left, ...(file?.uploadId === undefined ? [] : [file.uploadId])]),
  });
  startNext();
}

/** True if it came with the page, whose uploads have their ID as key, and isn't being sent from here. */
function isFromElsewhere({ key, uploadId, phase: { kind } }: ChosenFile): boolean {
  return key === uploadId && (kind === 'ready' || kind === 'partial' || kind === 'link');
}

function newCard(name: string, bytes: number, phase: UploadPhase): ChosenFile {
  lastKey += 1;
  return {
    ...{ key: String(lastKey), name, bytes, phase, uploadId: undefined },
    ...{ draft: readRememberedDraft(), refusals: {}, isOpen: false, isSubmitting: false },
  };
}

function findFault(file: File, { maxBytes }: UploadWork): string | undefined {
  if (file.size === 0) return texts.empty();
  if (isTranscript(file)) return texts.isTranscript();
  return file.size > maxBytes ? texts.tooLarge({ size: formatFileSize(maxBytes) }) : undefined;
}

function startNext(): void {
  for (const [key, begin] of waiting) {
    if (cancels.size >= maxConcurrent) return;
    waiting.delete(key);
    begin();
  }
}

function send(key: string, file: File, work: UploadWork, target?: SendingTarget): void {
  let samples: Sample[] = [];
  let sentBytes = 0;
  const finish = (): void => {
    cancels.delete(key);
    startNext();
  };
  setPhase(key, { kind: 'sending', sentBytes: 0, bytesPerSecond: undefined });
  const cancel = sendFile(
    file,
    work.maxBytes,
    {
      onBegun(uploadId) {
        takeOver(key, uploadId);
        begun.emit({ key, uploadId });
        saveOptions(key);
      },
      onProgress(sent) {
        sentBytes = sent;
        samples = withSample(samples, { atMs: performance.now(), bytes: sent });
        setPhase(key, { kind: 'sending', sentBytes, bytesPerSecond: getSpeed(samples) });
      },
      onPaused(why) {
        samples = [];
        setPhase(key, { kind: 'paused', sentBytes, ...(why !== undefined && { why }) });
      },
      onDone(uploadId) {
        finish();
        void measure(key, uploadId, work);
      },
      onRefused(why) {
        finish();
        setPhase(key, { kind: 'refused', why });
      },
    },
    target,
  );
  cancels.set(key, cancel);
}

/** Merges a file that was chosen again with the existing card of its upload, whose options and transcript it takes. */
function takeOver(key: string, uploadId: string): void {
  const { files } = uploadsStore.get();
  const before = files.find((file) => file.uploadId === uploadId && file.key !== key);
  if (before !== undefined) change({ files: files.filter((file) => file !== before) });
  changeFiles([key], (file) => ({
    ...file,
    uploadId,
    ...(before && { draft: before.draft, transcript: before.transcript }),
  }));
}

async function measure(key: string, uploadId: string, work: UploadWork): Promise<void> {
  setPhase(key, { kind: 'measuring' });
  const result = await work.measure(uploadId).catch(() => undefined);
  if (!uploadsStore.get().files.some((file) => file.key === key)) return removeUpload(uploadId);
  const askAgain = () => void setTimeout(() => void measure(key, uploadId, work), askAgainMs);
  // The server was unreachable: the upload waits there.
  if (result === undefined) return askAgain();
  if ('error' in result) return setPhase(key, { kind: 'refused', why: result.error });
  const { value } = result;
  if (value.kind === 'busy') return askAgain();
  if (value.kind === 'gone') return setPhase(key, { kind: 'refused', why: texts.gone() });
  if (value.kind === 'unusable') {
    removeUpload(uploadId);
    return setPhase(key, { kind: 'refused', why: value.why });
  }
  const { length, prices, expiresAt } = value;
  changeFiles([key], (file) => ({ expiresAt, ...file, phase: { kind: 'ready', length, prices } }));
}

function setPhase(key: string, phase: UploadPhase): void {
  changeFiles([key], (file) => ({ ...file, phase }));
}
