import { beginWork } from '#lib/jobs/work/begin-work';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';
import type { FailureReason, Job } from '#lib/jobs/job';
import { readSandboxScript } from '#lib/jobs/sandbox/sandbox-script';
import type { Db } from '#lib/db/connect';
import { log } from '#lib/settings/log';
import { DownloadFailure } from '#lib/media/download-failure';
import { mediaFaults } from '#lib/media/media-failure';
import { buildMonologues, machineSpeakers } from '#lib/recognition/words/build-monologues';
import type { MachineWord } from '#lib/transcript/model';
import { balanceTooLow, givenUp } from '#lib/jobs/failures/failure-details';

const sample =
  'This is the transcript of a job in the sandbox. Nobody spoke these words and they cost nothing. ' +
  'They are always the same so that a program can be tested with them.';

/** All words together are a little shorter than the media is taken to be. */
const wordMs = 300;

const failureDetails: Record<FailureReason, string> = {
  download_failure: new DownloadFailure('The server responded with 404 Not Found.', 'lasting').detail,
  invalid_media: mediaFaults.notMedia,
  insufficient_balance: balanceTooLow.failureDetail,
  unspecified: givenUp.failureDetail,
};

/** Ends a job of the sandbox as its script asks. May be repeated. */
export async function playSandboxJob(db: Db, jobId: string): Promise<void> {
  const job = await beginWork(db, { jobId });
  if (job === undefined) return;
  const { script } = readSandboxScript(job);
  if (script.failure !== undefined) {
    await failJob(db, { jobId, failure: script.failure, failureDetail: failureDetails[script.failure] });
  } else {
    const words = script.isSilent ? [] : sampleWords(job.passage);
    await completeJob(db, {
      jobId,
      words,
      speakers: [...machineSpeakers],
      monologues: buildMonologues(words),
    });
  }
  log().info({ jobId, failure: script.failure }, 'sandbox job completed');
}

/** All words, or those of a passage. */
function sampleWords(passage: Job['passage']): MachineWord[] {
  const words = sample.split(' ').map((text, at) => ({
    text,
    startMs: at * wordMs,
    endMs: (at + 1) * wordMs,
    confidence: 1,
  }));
  if (passage === null) return words;
  return words.filter(
    ({ startMs, endMs }) => startMs + endMs >= 2 * passage.startMs && startMs + endMs < 2 * passage.endMs,
  );
}
