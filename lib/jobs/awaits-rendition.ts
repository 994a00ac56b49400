import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';

/** The condition that a rendition of this job was asked for and is neither made nor given up. */
export function awaitsRendition(): SQL | undefined {
  return and(
    eq(jobs.status, 'transcribed'),
    isNotNull(jobs.mediaKey),
    isNotNull(jobs.renditionAskedAt),
    isNull(jobs.renditionKey),
    isNull(jobs.renditionFailure),
  );
}

/** The condition that the picture of this job, whose sound can be played, is neither made nor given up. */
export function awaitsPicture(): SQL | undefined {
  return and(
    isNotNull(jobs.mediaKey),
    isNotNull(jobs.renditionKey),
    isNotNull(jobs.pictureAskedAt),
    isNull(jobs.pictureKey),
    isNull(jobs.pictureFailure),
  );
}
