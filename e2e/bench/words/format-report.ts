import type { EngineRun } from './recognize-clips';
import type { Clips } from './read-clips';
import { lookedAt, type Score } from './score-words';

/** An engine's run and its score. */
export interface Result {
  run: EngineRun;
  score: Score;
}

/** The software, machine, models and clips of a measurement. */
export interface Setting {
  version: string;
  machine: string;
  helpers: string[];
  folder: string;
  clips: Clips;
}

const columns = [
  'Engine',
  'Words wrong',
  'Word starts off, median / p95',
  `Wrong words found in the ${lookedAt * 100}% with least confidence`,
  'Processor seconds per second of sound',
  'Peak memory, largest process / all',
];

/** Formats the report in Markdown: the setting, a table with a line for each engine, and optionally the clips. */
export function formatReport(setting: Setting, results: readonly Result[], withClips: boolean): string {
  const { clips, untold, missing } = setting.clips;
  const seconds = clips.reduce((sum, clip) => sum + clip.seconds, 0);
  const spoken = results[0]?.score.spoken ?? 0;
  return [
    `Longhand ${setting.version}, on ${setting.machine}. Beside each engine: ${setting.helpers.join(', ') || 'no models'}.`,
    '',
    `${clips.length} clips, ${seconds.toFixed(0)} s, ${spoken} words, from ${setting.folder}.`,
    '',
    ...formatTable(
      columns,
      results.map((result) => formatRow(result, seconds)),
    ),
    '',
    'Case and punctuation aside, numbers as they are said, contractions, spellings and blanks in compounds as the same; sounds ' +
      'of hesitation are not counted.',
    ...results.flatMap(({ run }) => run.failures.map((failure) => `${run.engine.id} failed: ${failure}`)),
    ...(withClips ? results.flatMap(formatErrors) : []),
    '',
    'Clips:',
    '',
    ...clips.map(({ name, seconds, kind, source = 'no source named', license }) => {
      const details = [kind, source, license].filter((detail) => detail !== undefined);
      return `- ${name}, ${seconds.toFixed(0)} s: ${details.join('; ')}`;
    }),
    ...(untold.length > 0 ? ['', `Not recognized, since they have no text: ${untold.join(', ')}.`] : []),
    ...(missing.length > 0 ? ['', `Not there: ${missing.join(', ')}.`] : []),
  ].join('\n');
}

function formatRow({ run, score }: Result, seconds: number): string[] {
  const { errors, spoken, startsMs, found } = score;
  const { costs } = run;
  const name = `${run.engine.id} (${run.engine.version})`;
  return [
    name,
    `${percent(errors / spoken)} (${errors})`,
    startsMs === undefined
      ? 'no reference'
      : `${startsMs.median.toFixed(0)} / ${startsMs.p95.toFixed(0)} ms, ${run.timing ?? 'none'}, ${startsMs.words} words`,
    found === undefined ? 'none' : `${percent(found.share)} of ${found.wrong}`,
    costs === undefined ? 'not known' : (costs.cpuSeconds / seconds).toFixed(2),
    costs === undefined
      ? 'not known'
      : `${costs.peakMb.one.toFixed(0)} / ${costs.peakMb.together.toFixed(0)} MB`,
  ];
}

/** The errors in each clip, as `said → heard`; ∅ for nothing. */
function formatErrors({ run, score }: Result): string[] {
  const lines = score.clips.map(({ name, alignment: { errors, spoken, pairs } }) => {
    const wrong = pairs
      .filter(({ isSame }) => !isSame)
      .map(({ said, heard }) => `${said?.word ?? '∅'} → ${heard?.word ?? '∅'}`);
    return `- ${name}, ${errors} of ${spoken}${errors === 0 ? '' : `: ${wrong.join(', ')}`}`;
  });
  return ['', `Words wrong, ${run.engine.id} (∅: nothing):`, '', ...lines];
}

function formatTable(heads: readonly string[], lines: readonly string[][]): string[] {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [row(heads), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
