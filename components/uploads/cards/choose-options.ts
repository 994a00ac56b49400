import { rememberDraft } from '#components/recognition/draft.ts';
import type { Draft } from '#components/recognition/resolve-choices.ts';
import { saveOptions } from '#components/uploads/save-options.ts';
import { change, changeFiles, uploadsStore } from '#components/uploads/uploads-state.ts';

/** Chooses something else for a recording. It is remembered for the next one; the server's refusal of the former choice goes. */
export function chooseOptions(key: string, part: Partial<Draft>): void {
  changeFiles([key], (file) => {
    const left = Object.entries(file.refusals).filter(([name]) => !(name in part));
    const draft = { ...file.draft, ...part };
    rememberDraft(draft);
    return { ...file, draft, refusals: Object.fromEntries(left), error: undefined };
  });
  saveOptions(key);
}

/** Copies the options of a recording to all others that wait. */
export function copyToAll(key: string): void {
  const { files } = uploadsStore.get();
  const draft = files.find((file) => file.key === key)?.draft;
  if (draft === undefined) return;
  change({ files: files.map((file) => ({ ...file, draft, refusals: {}, error: undefined })) });
  for (const file of files) saveOptions(file.key);
}

/** Shows or hides the further options of a recording. */
export function setOpen(key: string, isOpen: boolean): void {
  changeFiles([key], (file) => (file.isOpen === isOpen ? file : { ...file, isOpen }));
}
