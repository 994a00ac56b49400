import type { z } from 'zod';
import type { FaultyParameters } from '#lib/refusal';

/** Converts a schema's issues to faults by parameter name, each with the prefix. */
export function toFaults(error: z.ZodError | undefined, prefix: string): FaultyParameters {
  const faults: FaultyParameters = {};
  for (const issue of error?.issues ?? []) {
    const name = [prefix, ...issue.path].filter((part) => part !== '').join('.');
    (faults[name] ??= []).push(issue.message);
  }
  return faults;
}
