import { customType, pgTable } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { NumberRange } from '#lib/transcript/number-ranges';

const numberRanges = customType<{ data: NumberRange[]; driverData: string }>({
  dataType: () => 'int4multirange',
  toDriver: (ranges) => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`,
  fromDriver: (written) =>
    [...written.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)]),
});

/** The machine words of a job that a person has reviewed and accepted, without edited ones. */
export const reviewedWords = pgTable('reviewed_words', {
  jobId: jobId().primaryKey(),
  words: numberRanges().notNull(),
  /** Pauses, by the number of the next machine word. */
  pauses: numberRanges().notNull(),
});
