import path from 'node:path';
import { showPath, toSystemPath } from './file-path.ts';
import type { Outcome, Step } from './outcome.ts';

/** A text stream such as standard error. File names in it may be raw bytes. */
export interface Output {
  write(text: string | Uint8Array): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
}

/** Reports progress. */
export interface Report {
  step: (file: string, step: Step) => void;
  end: (file: string, outcome: Outcome) => void;
  /** A line between the others. */
  say: (line: string) => void;
  /** Clears the live lines. */
  close: () => void;
}

/** Details of the output that a report is written to. */
export interface ReportOptions {
  stdout: Output;
  stderr: Output;
  json: boolean;
  color: boolean;
}

const redrawMs = 100;

/** Reports recordings on standard error, with bars on a terminal. Standard output has paths, or JSON objects. */
export function createReport({ stdout, stderr, json, color }: ReportOptions): Report {
  const active = new Map<string, Step>();
  const hasBars = stderr.isTTY === true && !json;
  let drawnLines = 0;
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    if (drawnLines > 0) stderr.write(`\u001B[${drawnLines}A\u001B[J`);
    drawnLines = 0;
  };
  const draw = () => {
    timer = undefined;
    clear();
    const lines = renderSteps(active, {
      columns: stderr.columns ?? 80,
      most: Math.max(1, (stderr.rows ?? 24) - 2),
    });
    if (lines.length > 0) stderr.write(`${lines.join('\n')}\n`);
    drawnLines = lines.length;
  };
  const change = () => {
    if (hasBars) timer ??= setTimeout(draw, redrawMs).unref();
  };
  const say = (line: string) => {
    if (json) return;
    if (hasBars) clear();
    stderr.write(`${line}\n`);
    change();
  };
  return {
    step(file, step) {
      const before = active.get(file)?.name;
      active.set(file, step);
      change();
      if (hasBars || before === step.name) return;
      if (step.name === 'sending') say(`${show(file)}: sending`);
      if (step.name === 'transcribing') say(`${show(file)}: transcribing`);
    },
    end(file, outcome) {
      active.delete(file);
      if (json) return void stdout.write(`${JSON.stringify(toJson(file, outcome))}\n`);
      say(paint(describe(file, outcome), outcome, color));
      if (stdout.isTTY === true || !('results' in outcome)) return;
      for (const result of outcome.results) stdout.write(toSystemPath(`${result}\n`));
    },
    say,
    close() {
      clearTimeout(timer);
      if (hasBars) clear();
    },
  };
}

/** A recording's path for display, relative if below the current folder. */
export function show(file: string): string {
  const relative = path.relative('.', file);
  return showPath(relative.startsWith('..') ? file : relative);
}

function describe(file: string, outcome: Outcome): string {
  switch (outcome.status) {
    case 'transcribed':
      return `${show(file)}: ${outcome.results.map((result) => show(result)).join(', ')}`;
    case 'unchanged':
      return `${show(file)}: already done`;
    case 'skipped':
      return `${show(file)}: skipped. ${outcome.reason}`;
    case 'failed':
      return `${show(file)}: failed. ${outcome.reason}`;
  }
}

function paint(line: string, { status }: Outcome, color: boolean): string {
  if (!color) return line;
  const code = status === 'failed' ? 31 : status === 'skipped' ? 33 : 32;
  return `\u001B[${code}m${line}\u001B[0m`;
}

function toJson(file: string, outcome: Outcome): Record<string, unknown> {
  const common = { file, status: outcome.status };
  switch (outcome.status) {
    case 'transcribed':
      return { ...common, job_id: outcome.jobId, results: outcome.results };
    case 'unchanged':
      return { ...common, results: outcome.results };
    case 'skipped':
      return { ...common, error: outcome.reason };
    case 'failed':
      return { ...common, job_id: outcome.jobId, error: outcome.reason };
  }
}

const words: Readonly<Record<Step['name'], string>> = {
  reading: 'reading',
  waiting: 'waiting',
  sending: 'sending',
  transcribing: 'transcribing',
};

/** A line per active recording, no wider than the terminal, and one for those that don't fit. */
export function renderSteps(
  active: ReadonlyMap<string, Step>,
  { columns, most }: { columns: number; most: number },
): string[] {
  // Show moving lines first.
  const sorted = [...active].toSorted(([, first], [, second]) => rank(first) - rank(second));
  const shown = sorted.length > most ? sorted.slice(0, most - 1) : sorted;
  const lines = shown.map(([file, step]) => {
    const state = step.name === 'sending' ? renderBar(step.share) : words[step.name];
    const name = showPath(path.basename(file));
    const width = Math.max(8, columns - 30);
    const cut = name.length > width ? `${name.slice(0, width - 1)}…` : name;
    return `${cut}  ${state}`.slice(0, columns - 1);
  });
  const left = sorted.length - shown.length;
  return left > 0 ? [...lines, `and ${left} more`] : lines;
}

const order: ReadonlyArray<Step['name']> = ['sending', 'transcribing', 'reading', 'waiting'];
const rank = ({ name }: Step): number => order.indexOf(name);

function renderBar(share: number): string {
  const width = 16;
  const full = Math.round(Math.min(1, share) * width);
  const percent = Math.floor(Math.min(1, share) * 100);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(percent).padStart(3)}%`;
}
