import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { RecognitionChoices, RecognitionOffer } from '#components/recognition/offer.ts';
import { resolveChoices } from '#components/recognition/resolve-choices.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createEmitter } from '#components/ui/store.ts';
import * as commonTexts from '#messages/common';
import * as optionTexts from '#messages/recognition-options';
import * as texts from '#messages/uploads';
import { isReady, type ChosenFile } from '#components/uploads/upload-phases.ts';
import { change, changeFiles, uploadsStore } from '#components/uploads/uploads-state.ts';

/** An upload or a link to submit as a job, with its options. */
export interface ChosenUpload {
  uploadId: string;
  /** True if its added transcript is aligned instead of recognizing the recording. */
  withTranscript: boolean;
  recognition: RecognitionChoices;
}

/** The dependencies for submitting recordings. */
export interface Submitting {
  offer: RecognitionOffer;
  submitUploads: (uploads: ChosenUpload[]) => Promise<ActionResult<SubmitResult>>;
  /** Called if the balance is lower than the page knows. */
  onOutOfCredit: () => void;
}

const submitted = createEmitter<string>();

/** Emits the key of each file that has become a job, before the file leaves the list. */
export const submittedFiles: Pick<typeof submitted, 'subscribe'> = submitted;

/** Submits these uploads and links with their options, all or none; files that aren't ready stay. */
export async function submitFiles(keys: readonly string[], how: Submitting): Promise<void> {
  const files = find(keys).filter((file) => isReady(file) || file.phase.kind === 'link');
  const uploads: ChosenUpload[] = [];
  for (const file of files) {
    const recognition = readChoices(file, how.offer);
    if (recognition === undefined) continue;
    const { uploadId = '', transcript } = file;
    uploads.push({ uploadId, withTranscript: transcript !== undefined, recognition });
  }
  if (files.length === 0 || uploads.length < files.length) return;
  const chosen = files.map(({ key }) => key);
  await submit(chosen, how, () => how.submitUploads(uploads));
}

async function submit(
  keys: string[],
  { onOutOfCredit }: Submitting,
  run: () => Promise<ActionResult<SubmitResult>>,
): Promise<void> {
  changeFiles(keys, (file) => ({ ...file, isSubmitting: true, error: undefined }));
  const result = await run().catch(() => ({ error: commonTexts.serverUnreachable() }));
  const isUnanswered = 'error' in result;
  if (!isUnanswered && result.value.kind === 'submitted') {
    const [first = ''] = keys;
    // It was removed on another device, or it expired.
    if (result.value.jobIds.length === 0)
      return changeFiles([first], (file) => ({
        ...file,
        isSubmitting: false,
        ...(file.phase.kind === 'link'
          ? { error: texts.linkGone() }
          : { phase: { kind: 'refused', why: texts.gone() } }),
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
  const failed: Partial<ChosenFile> = { isSubmitting: false, isUnanswered };
  if (isUnanswered) failed.error = result.error;
  else if (result.value.kind === 'choices-refused') {
    failed.refusals = result.value.faults;
    failed.isOpen = true;
    failed.error = optionTexts.refused();
  } else if (result.value.kind === 'out-of-credit') onOutOfCredit();
  changeFiles(keys, (file) => ({ ...file, ...failed }));
}

/** Returns the options to submit; undefined, with the reason on the card, if one is invalid. */
function readChoices(
  { key, draft, phase, name }: ChosenFile,
  offer: RecognitionOffer,
): RecognitionChoices | undefined {
  const { choices, faults } = resolveChoices(draft, offer);
  const isNamed = phase.kind === 'link' && name.trim() !== '';
  if (faults.length === 0) return isNamed ? { ...choices, name: name.trim() } : choices;
  changeFiles([key], (file) => ({ ...file, isOpen: true, error: optionTexts.correctFirst() }));
  return undefined;
}

function find(keys: readonly string[]): ChosenFile[] {
  return uploadsStore.get().files.filter(({ key }) => keys.includes(key));
}
