import type { ActionResult } from '#components/ui/action-result.ts';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import { createEmitter } from '#components/ui/store.ts';
import { formatFileSize } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/uploads';
import { setOpen, showRefusals } from '#components/recognition/choices-store.ts';
import type { ChoiceFaults, RecognitionChoices } from '#components/recognition/offer.ts';
import { removeUpload, sendFile } from './send-file';
import { getSpeed, withSample, type Sample } from './speed';
import type { ChosenFile, Measurement, UploadPhase } from './upload-phases';
import { change, uploadsStore } from './uploads-state';

/** The work that follows an upload. */
export interface UploadWork {
  maxBytes: number;
  isFree: boolean;
  /** The current choices for recordings; undefined if one is invalid. */
  choices: () => RecognitionChoices | undefined;
  measure: (uploadId: string) => Promise<ActionResult<Measurement>>;
  submit: (uploads: ChosenUpload[]) => Promise<ActionResult<SubmitResult>>;
}

/** An upload to make a job of, and what was chosen for it. */
export interface ChosenUpload {
  uploadId: string;
  recognition: RecognitionChoices;
}

const maxConcurrent = 3;
const askAgainMs = 2000;

let lastKey = 0;
const waiting = new Map<string, () => void>();
const cancels = new Map<string, () => void>();

const submitted = createEmitter<string>();

/** Tells the key of each file that has become a job, before it leaves the list. */
export const submittedFiles: Pick<typeof submitted, 'subscribe'> = submitted;

/**
 * Begins to upload the files, a few at once, and gives their keys. Those that can't become jobs are refused at once, in
 * words.
 */
export function addFiles(files: readonly File[], work: UploadWork): string[] {
  const choices = work.choices();
  const added = files.map((file): ChosenFile => {
    lastKey += 1;
    const key = String(lastKey);
    const fault = findFault(file, work);
    if (fault === undefined) waiting.set(key, () => send(key, file, work));
    const phase: UploadPhase = fault === undefined ? { kind: 'queued' } : { kind: 'refused', why: fault };
    return { key, name: file.name, bytes: file.size, phase, choices };
  });
  change({ files: [...uploadsStore.get().files, ...added] });
  startNext();
  return added.map(({ key }) => key);
}

/** Takes a file off the list, and off the server what was sent of it. */
export function cancelUpload(key: string): void {
  const phase = uploadsStore.get().files.find((file) => file.key === key)?.phase;
  waiting.delete(key);
  cancels.get(key)?.();
  cancels.delete(key);
  if (phase?.kind === 'ready') removeUpload(phase.uploadId);
  change({ files: uploadsStore.get().files.filter((file) => file.key !== key), error: undefined });
  startNext();
}

/** Submits every upload that is ready, unless something is wrong with what was chosen for one. */
export async function submitReady({ submit, choices }: UploadWork): Promise<void> {
  const uploads: ChosenUpload[] = [];
  for (const file of uploadsStore.get().files) {
    if (file.phase.kind !== 'ready') continue;
    const recognition = file.choices ?? choices();
    if (recognition === undefined) {
      setOpen(true);
      return change({ error: { kind: 'message', message: optionTexts.correctFirst() } });
    }
    uploads.push({ uploadId: file.phase.uploadId, recognition });
  }
  if (uploads.length === 0) return;
  const ids = uploads.map(({ uploadId }) => uploadId);
  move(ids, 'submitting');
  const result = await submit(uploads).catch(() => ({ error: commonTexts.serverUnreachable() }));
  if ('value' in result && result.value.kind === 'submitted') {
    const isSubmitted = ({ phase }: ChosenFile) => 'uploadId' in phase && ids.includes(phase.uploadId);
    const { files } = uploadsStore.get();
    for (const { key } of files.filter(isSubmitted)) submitted.emit(key);
    return change({ files: files.filter((file) => !isSubmitted(file)), error: undefined });
  }
  move(ids, 'ready');
  if ('error' in result) return change({ error: { kind: 'message', message: result.error } });
  if (result.value.kind === 'out-of-credit') change({ error: result.value });
  if (result.value.kind === 'choices-refused') refuseChoices(ids, result.value.faults);
}

/** The next attempt takes what is chosen by then. */
function refuseChoices(ids: string[], faults: ChoiceFaults): void {
  showRefusals(faults);
  const files = uploadsStore
    .get()
    .files.map((file) =>
      'uploadId' in file.phase && ids.includes(file.phase.uploadId) ? { ...file, choices: undefined } : file,
    );
  change({ files, error: { kind: 'message', message: optionTexts.refused() } });
}

function findFault(file: File, { maxBytes }: UploadWork): string | undefined {
  if (file.size === 0) return texts.empty();
  return file.size > maxBytes ? texts.tooLarge({ size: formatFileSize(maxBytes) }) : undefined;
}

function startNext(): void {
  for (const [key, begin] of waiting) {
    if (cancels.size >= maxConcurrent) return;
    waiting.delete(key);
    begin();
  }
}

function send(key: string, file: File, work: UploadWork): void {
  let samples: Sample[] = [];
  let sentBytes = 0;
  const finish = (): void => {
    cancels.delete(key);
    startNext();
  };
  setPhase(key, { kind: 'sending', sentBytes: 0, bytesPerSecond: undefined });
  const cancel = sendFile(file, work.maxBytes, {
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
  });
  cancels.set(key, cancel);
}

async function measure(key: string, uploadId: string, work: UploadWork): Promise<void> {
  setPhase(key, { kind: 'measuring' });
  const result = await work.measure(uploadId).catch(() => undefined);
  if (!uploadsStore.get().files.some((file) => file.key === key)) return removeUpload(uploadId);
  const askAgain = () => void setTimeout(() => void measure(key, uploadId, work), askAgainMs);
  // Not reached: the upload waits on the server.
  if (result === undefined) return askAgain();
  if ('error' in result) return setPhase(key, { kind: 'refused', why: result.error });
  const { value } = result;
  if (value.kind === 'busy') return askAgain();
  if (value.kind === 'gone') return setPhase(key, { kind: 'refused', why: texts.gone() });
  if (value.kind === 'unusable') {
    removeUpload(uploadId);
    return setPhase(key, { kind: 'refused', why: value.why });
  }
  const { length, priceCents } = value;
  setPhase(key, { kind: 'ready', uploadId, length, priceCents });
  if (work.isFree) await submitReady(work);
}

function move(uploadIds: string[], kind: 'ready' | 'submitting'): void {
  const files = uploadsStore.get().files.map((file) => {
    const { phase } = file;
    const isMoved = 'uploadId' in phase && uploadIds.includes(phase.uploadId);
    return isMoved ? { ...file, phase: { ...phase, kind } } : file;
  });
  change({ files });
}

function setPhase(key: string, phase: UploadPhase): void {
  change({ files: uploadsStore.get().files.map((file) => (file.key === key ? { ...file, phase } : file)) });
}
