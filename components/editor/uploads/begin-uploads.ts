import { choicesStore } from '#components/account/recognition/choices-store.ts';
import { resolveChoices } from '#components/account/recognition/resolve-choices.ts';
import { addFiles } from '#components/account/uploads/uploads-store.ts';
import type { UploadActions } from './upload-actions';

/** Begins to upload these recordings as the Transcripts page does, and gives their keys. Throws where the server is away. */
export async function beginUploads(
  files: readonly File[],
  { readTerms, measure, submit }: UploadActions,
): Promise<string[]> {
  const terms = await readTerms();
  if ('error' in terms) throw new Error(terms.error);
  const { maxBytes, isFree, offer } = terms.value;
  const choices = () => {
    const { choices, faults } = resolveChoices(choicesStore.get().draft, offer);
    return faults.length === 0 ? choices : undefined;
  };
  return addFiles(files, { maxBytes, isFree, choices, measure, submit });
}
