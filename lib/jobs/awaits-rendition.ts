import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';

/** Matches jobs whose rendition was requested but is neither done nor given up. */
export function awaitsRendition(): SQL | undefined {
  return and(
    eq(jobs.status, 'transcribed'),
    isNotNull(jobs.mediaKey),
    isNotNull(jobs.renditionAskedAt),
    isNull(jobs.renditionKey),
    isNull(jobs.renditionFailure),
  );
}

/** Matches jobs with playable sound whose picture was requested but is neither done nor given up. */
export function awaitsPicture(): SQL | undefined {
  return and(
    isNotNull(jobs.mediaKey),
    isNotNull(jobs.renditionKey),
    isNotNull(jobs.pictureAskedAt),
    isNull(jobs.pictureKey),
    isNull(jobs.pictureFailure),
  );
}
