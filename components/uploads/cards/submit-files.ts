import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/recognition/offer.ts';
import { resolveChoices } from '#components/recognition/resolve-choices.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createEmitter } from '#components/ui/store.ts';
import * as commonTexts from '#messages/common';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/uploads';
import { isReady, type ChosenFile, type LinkPhase } from '#components/uploads/upload-phases.ts';
import { change, changeFiles, uploadsStore } from '#components/uploads/uploads-state.ts';

/** An upload to make a job of, and what was chosen for it. */
export interface ChosenUpload {
  uploadId: string;
  recognition: RecognitionChoices;
}

/** A link to make a job of, and what was chosen for it. */
export interface ChosenLink extends Pick<LinkPhase, 'url' | 'submissionKey'> {
  recognition: RecognitionChoices;
}

/** The ways in which recordings are submitted. */
export interface Submitting {
  offer: RecognitionOffer;
  submitUploads: (uploads: ChosenUpload[]) => Promise<ActionResult<SubmitResult>>;
  submitLink: (link: ChosenLink) => Promise<ActionResult<SubmitResult>>;
  /** The balance turned out to be lower than the page knows. */
  onOutOfCredit: () => void;
}

const submitted = createEmitter<string>();

/** Tells the key of each file that has become a job, before it leaves the list. */
export const submittedFiles: Pick<typeof submitted, 'subscribe'> = submitted;

/** Submits these uploads with the options of each, all or none; those that are not ready stay. */
export async function submitFiles(keys: readonly string[], how: Submitting): Promise<void> {
  const files = find(keys).filter(isReady);
  const uploads: ChosenUpload[] = [];
  for (const file of files) {
    const recognition = readChoices(file, how.offer);
    if (recognition !== undefined) uploads.push({ uploadId: file.uploadId, recognition });
  }
  if (files.length === 0 || uploads.length < files.length) return;
  const chosen = files.map(({ key }) => key);
  await submit(chosen, how, () => how.submitUploads(uploads));
}

/** Submits a link with its options. */
export async function submitLink(key: string, how: Submitting): Promise<void> {
  const [file] = find([key]);
  if (file?.phase.kind !== 'link' || file.isSubmitting) return;
  const { url, submissionKey } = file.phase;
  const choices = readChoices(file, how.offer);
  if (choices === undefined) return;
  const name = file.name.trim();
  const recognition = name === '' ? choices : { ...choices, name };
  setUnanswered(key, true);
  await submit([key], how, async () => {
    const result = await how.submitLink({ url, submissionKey, recognition });
    // After an error there may be a job all the same.
    if ('value' in result) setUnanswered(key, false);
    return result;
  });
}

function setUnanswered(key: string, isUnanswered: boolean): void {
  changeFiles([key], (file) =>
    file.phase.kind === 'link' ? { ...file, phase: { ...file.phase, isUnanswered } } : file,
  );
}

async function submit(
  keys: string[],
  { onOutOfCredit }: Submitting,
  run: () => Promise<ActionResult<SubmitResult>>,
): Promise<void> {
  changeFiles(keys, (file) => ({ ...file, isSubmitting: true, error: undefined }));
  const result = await run().catch(() => ({ error: commonTexts.serverUnreachable() }));
  if ('value' in result && result.value.kind === 'submitted') {
    const [first = ''] = keys;
    // It was removed on another device, or its time is over.
    if (result.value.jobIds.length === 0)
      return changeFiles([first], (file) => ({
        ...file,
        ...{ isSubmitting: false, phase: { kind: 'refused', why: texts.gone() } },
      }));
    for (const key of keys) submitted.emit(key);
    const { files, left } = uploadsStore.get();
    const gone = find(keys).flatMap(({ uploadId }) => uploadId ?? []);
    return change({
      files: files.filter(({ key }) => !keys.includes(key)),
      left: new Set([...left, ...gone]),
      submitted: result.value.jobIds,
    });
  }
  const failed: Partial<ChosenFile> = { isSubmitting: false };
  if ('error' in result) failed.error = result.error;
  else if (result.value.kind === 'choices-refused') {
    failed.refusals = result.value.faults;
    failed.isOpen = true;
    failed.error = optionTexts.refused();
  } else if (result.value.kind === 'out-of-credit') onOutOfCredit();
  changeFiles(keys, (file) => ({ ...file, ...failed }));
}

/** The choices in force; undefined, with the reason on the card, if one is invalid. */
function readChoices({ key, draft }: ChosenFile, offer: RecognitionOffer): RecognitionChoices | undefined {
  const { choices, faults } = resolveChoices(draft, offer);
  if (faults.length === 0) return choices;
  changeFiles([key], (file) => ({ ...file, isOpen: true, error: optionTexts.correctFirst() }));
  return undefined;
}

function find(keys: readonly string[]): ChosenFile[] {
  return uploadsStore.get().files.filter(({ key }) => keys.includes(key));
}
