import { beginWork } from '#lib/jobs/work/begin-work';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';
import type { FailureReason, Job } from '#lib/jobs/job';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import { readSandboxScript, sandboxMediaSeconds } from '#lib/jobs/sandbox/sandbox-script';
import type { Db } from '#lib/db/connect';
import { log } from '#lib/settings/log';
import { DownloadFailure } from '#lib/media/download-failure';
import { mediaFaults } from '#lib/media/media-failure';
import { buildMonologues, machineSpeakers } from '#lib/recognition/words/build-monologues';
import { toText } from '#lib/transcript/edit';
import { isSaidIn } from '#lib/revisions/recognitions/recognized';
import type { MachineWord } from '#lib/transcript/model';
import { fitGivenTranscript } from '#lib/worker/time-given-transcript';
import { balanceTooLow, givenUp } from '#lib/jobs/failures/failure-details';

const sample =
  'This is the transcript of a job in the sandbox. Nobody spoke these words and they cost nothing. ' +
  'They are always the same so that a program can be tested with them.';

/** All words of the sample together are slightly shorter than the nominal length of the media. */
const wordMs = 300;

const failureDetails: Record<FailureReason, string> = {
  download_failure: new DownloadFailure('The server responded with 404 Not Found.', 'lasting').detail,
  invalid_media: mediaFaults.notMedia,
  insufficient_balance: balanceTooLow.failureDetail,
  unspecified: givenUp.failureDetail,
};

/** Ends a sandbox job as scripted. Idempotent. */
export async function playSandboxJob(db: Db, jobId: string): Promise<void> {
  const job = await beginWork(db, { jobId });
  if (job === undefined) return;
  const { script } = readSandboxScript(job);
  if (script.failure !== undefined) {
    await failJob(db, { jobId, failure: script.failure, failureDetail: failureDetails[script.failure] });
  } else {
    const given = job.task === 'align' ? await readGivenTranscript(db, { jobId }) : undefined;
    const text = given?.map(({ content }) => toText(content)).join(' ') ?? sample;
    const words = script.isSilent ? [] : toWords(text, job.passage);
    const heard = { words, speakers: [...machineSpeakers], monologues: buildMonologues(words) };
    const transcript = given === undefined ? heard : await fitGivenTranscript(job, given, heard);
    if ('failure' in transcript) {
      await failJob(db, { jobId, ...transcript });
    } else {
      const { words: spoken, speakers, monologues } = transcript;
      await completeJob(db, { jobId, words: spoken, speakers, monologues });
    }
  }
  log().info({ jobId, failure: script.failure }, 'sandbox job completed');
}

/** Converts a text's words, or those of a passage. */
function toWords(text: string, passage: Job['passage']): MachineWord[] {
  const texts = text.split(/\s+/).filter((word) => word !== '');
  const lengthMs = Math.min(wordMs, (1000 * sandboxMediaSeconds) / texts.length);
  const toMs = (at: number) => Math.floor(at * lengthMs);
  const words = texts.map((word, at) => ({
    text: word,
    startMs: toMs(at),
    endMs: toMs(at + 1),
    confidence: 1,
  }));
  return passage === null ? words : words.filter(isSaidIn(passage));
}
