import { setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { readFormats, readSubmissionOptions, type Arguments } from './arguments.ts';
import type { Context } from './context.ts';
import { connect } from './connect.ts';
import { toSystemPath } from './file-path.ts';
import { createLimit } from './limit.ts';
import { createReport, show, type Report } from './report.ts';
import { createPlanner } from './plan-results.ts';
import { exitCodes } from './stop.ts';
import { openStore } from './store.ts';
import type { Outcome } from './outcome.ts';
import type { Run } from './transcribe-file.ts';

/** The maximum number of concurrent recordings. Those waiting for the server only send an occasional request. */
export const maxAtOnce = 50;

/** The setup that `transcribe` and `watch` share. */
export interface Begun {
  run: Run;
  report: Report;
  /** Records and reports the outcome of a recording. */
  note: (file: string, outcome: Outcome) => void;
  /** Aborts the work on all recordings, with this reason. */
  end: (reason: unknown) => void;
  /** Reports the summary. Returns the exit code. */
  sumUp: () => number;
}

/** Parses the arguments, and asks the server for the key's account. */
export async function beginRun(
  given: Arguments,
  { environment, stdout, stderr, signal: outer }: Context,
  getFolder: (file: string, out: string | undefined) => string,
): Promise<Begun> {
  const formats = readFormats(given);
  const options = readSubmissionOptions(given);
  const parallel = given.number('parallel', { least: 1, otherwise: 2 });
  const out = given.text('out');
  const ended = new AbortController();
  const signal = AbortSignal.any([outer, ended.signal]);
  // Each recording adds a listener: many listeners are no leak here.
  setMaxListeners(0, signal);
  const { client, readScope } = await connect(given, environment);
  const folder = given.text('state') ?? path.join(getStateHome(environment), 'longhand');
  const store = openStore(folder, await readScope(signal));
  if (out !== undefined) mkdirSync(toSystemPath(out), { recursive: true });
  const color = stderr.isTTY === true && !environment['NO_COLOR'];
  const report = createReport({ stdout, stderr, json: given.flag('json'), color });
  const outcomes = new Map<string, Outcome>();
  return {
    report,
    run: {
      ...{ client, store, options, signal },
      planResults: createPlanner({ store, formats, overwrite: given.flag('overwrite') }),
      getFolder: (file) => path.resolve(getFolder(file, out)),
      limitUploads: createLimit(Math.floor(parallel)),
      ...{ busy: new Map(), tried: new Set() },
      onStep: (file, step) => report.step(file, step),
    },
    note(file, outcome) {
      outcomes.set(file, outcome);
      report.end(file, outcome);
    },
    end: (reason) => ended.abort(reason),
    sumUp() {
      report.close();
      const failed = [...outcomes].filter(([, { status }]) => status === 'failed' || status === 'skipped');
      const count = (status: Outcome['status']) =>
        [...outcomes.values()].filter((outcome) => outcome.status === status).length;
      const parts = [
        `${count('transcribed')} transcribed`,
        ...(count('unchanged') > 0 ? [`${count('unchanged')} already done`] : []),
        ...(failed.length > 0 ? [`${failed.length} not transcribed:`] : []),
      ];
      report.say(parts.join(', '));
      for (const [file, outcome] of failed) {
        report.say(`  ${show(file)}: ${'reason' in outcome ? outcome.reason : ''}`);
      }
      report.close();
      return failed.length > 0 ? exitCodes.someFailed : exitCodes.done;
    },
  };
}

const getStateHome = (environment: Context['environment']): string =>
  environment['XDG_STATE_HOME'] || path.join(homedir(), '.local', 'state');
