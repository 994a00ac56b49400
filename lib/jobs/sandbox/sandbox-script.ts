import type { FailureReason } from '#lib/jobs/job';

/* Words in the file name or metadata script a sandbox job: `fail:invalid_media, delay:30s`; metadata wins. */

/** The length of every sandbox recording in seconds, regardless of the file. */
export const sandboxMediaSeconds = 10;

const usualSeconds = 2;
const maxSeconds = 600;

const failureReasons: readonly string[] = [
  'unspecified',
  'download_failure',
  'insufficient_balance',
  'invalid_media',
] satisfies FailureReason[];

const refusals = ['out-of-credit', 'too-many-requests', 'payload-too-large'] as const;

/** A refusal that a script can request. */
export type ScriptedRefusal = (typeof refusals)[number];

/** The scripted course of a sandbox job. */
export interface SandboxScript {
  refusal: ScriptedRefusal | undefined;
  /** The reason with which the job fails; undefined if it succeeds. */
  failure: FailureReason | undefined;
  /** True for an empty transcript, as of a recording without speech. */
  isSilent: boolean;
  /** Seconds from the submission to the job's end. */
  delaySeconds: number;
}

/** Parses a sandbox script from name and metadata. Only unknown `fail:` and `delay:` values are faults. */
export function readSandboxScript({ name, metadata }: { name: string; metadata: string | null }): {
  script: SandboxScript;
  faults: string[];
} {
  const script: SandboxScript = {
    refusal: undefined,
    failure: undefined,
    isSilent: false,
    delaySeconds: usualSeconds,
  };
  const faults: string[] = [];
  for (const word of [...splitWords(name.replace(/\.\w{1,5}$/, '')), ...splitWords(metadata ?? '')]) {
    const fault = obey(script, word);
    if (fault !== undefined) faults.push(fault);
  }
  return { script, faults };
}

function splitWords(text: string): string[] {
  return text.split(/[\s,]+/);
}

function obey(script: SandboxScript, word: string): string | undefined {
  const [, verb, object] = /^(fail|delay):(.+)$/.exec(word) ?? [];
  if (verb === 'fail' && object !== undefined) {
    if (!isFailureReason(object)) return `“${word}”: a job can fail with ${failureReasons.join(', ')}.`;
    script.failure = object;
  } else if (verb === 'delay') {
    const seconds = Number(/^(\d{1,3})s$/.exec(object ?? '')?.[1]);
    if (!(seconds <= maxSeconds)) return `“${word}”: a delay must be from 0s to ${maxSeconds}s.`;
    script.delaySeconds = seconds;
  } else if (word === 'silence') {
    script.isSilent = true;
  } else {
    script.refusal = refusals.find((refusal) => refusal === word) ?? script.refusal;
  }
  return undefined;
}

function isFailureReason(text: string): text is FailureReason {
  return failureReasons.includes(text);
}
