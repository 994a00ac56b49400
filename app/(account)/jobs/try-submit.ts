import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { ChoiceFaults } from '#components/recognition/offer.ts';
import { Refusal, type FaultyParameters } from '#lib/refusal';

/** Runs a submission that returns job IDs. A low balance or unavailable choices are results, not errors. */
export async function trySubmit(submit: () => Promise<string[]>): Promise<SubmitResult> {
  try {
    return { kind: 'submitted', jobIds: await submit() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason } = error;
    if (reason.kind === 'out-of-credit') return { kind: 'out-of-credit', balanceCents: reason.balanceCents };
    const faults = reason.kind === 'invalid-parameters' ? toChoiceFaults(reason.parameters) : undefined;
    if (faults === undefined) throw error;
    return { kind: 'choices-refused', faults };
  }
}

/** The errors of recognition choices; undefined if there are other errors, too. */
function toChoiceFaults(parameters: FaultyParameters): ChoiceFaults | undefined {
  const { language, speakers, vocabulary, engine, audio_tracks, ...others } = Object.fromEntries(
    Object.entries(parameters).map(([name, messages]) => [
      name.replace(/^options\./, ''),
      messages.join(' '),
    ]),
  );
  if (Object.keys(others).length > 0) return undefined;
  return {
    ...(language !== undefined && { language }),
    ...(speakers !== undefined && { speakers }),
    ...(vocabulary !== undefined && { vocabulary }),
    ...(engine !== undefined && { engine }),
    ...(audio_tracks !== undefined && { audio_tracks }),
  };
}
