import { customType, pgTable } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { NumberRange } from '#lib/transcript/number-ranges';

const numberRanges = customType<{ data: NumberRange[]; driverData: string }>({
  dataType: () => 'int4multirange',
  toDriver: (ranges) => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`,
  fromDriver: (written) =>
    [...written.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)]),
});

/** The machine words of a job that a person has checked and accepted. Those that were changed are not kept here. */
export const reviewedWords = pgTable('reviewed_words', {
  jobId: jobId().primaryKey(),
  words: numberRanges().notNull(),
  /** Pauses, each by the number of the machine word behind it. */
  pauses: numberRanges().notNull(),
});
