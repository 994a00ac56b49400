import type { z } from 'zod';
import type { FaultyParameters } from '#lib/refusal';

/** The faults that a schema found, by parameter name, each name behind the prefix. */
export function toFaults(error: z.ZodError | undefined, prefix: string): FaultyParameters {
  const faults: FaultyParameters = {};
  for (const issue of error?.issues ?? []) {
    const name = [prefix, ...issue.path].filter((part) => part !== '').join('.');
    (faults[name] ??= []).push(issue.message);
  }
  return faults;
}
