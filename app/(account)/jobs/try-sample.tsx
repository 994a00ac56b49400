import type { ReactNode } from 'react';
import { LowBalance } from '#components/jobs/low-balance';
import { fetchSample } from '#components/jobs/sample-button';
import { addFiles, type UploadWork } from '#components/uploads/uploads-store.ts';
import * as texts from '#messages/first-transcript';
import * as optionTexts from '#messages/recognition-options';
import { submitSample } from './actions';

/** Submits the sample recording. Returns an error. Unless free, it becomes an upload like any other. */
export async function trySample(work: UploadWork, isSampleFree: boolean): Promise<ReactNode> {
  if (!isSampleFree) {
    addFiles([await fetchSample()], work);
    return undefined;
  }
  const result = await submitSample({});
  if ('error' in result) return result.error;
  switch (result.value.kind) {
    case 'submitted':
      return undefined;
    case 'sample-used':
      return texts.sampleUsed();
    case 'out-of-credit':
      return <LowBalance balanceCents={result.value.balanceCents} />;
    case 'choices-refused':
      return optionTexts.refused();
  }
}
