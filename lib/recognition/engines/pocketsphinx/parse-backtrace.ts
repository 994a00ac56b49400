/** One word of a backtrace; frames of 10 ms count from the start of the utterance, `endFrame` is its last. */
export interface BacktraceWord {
  text: string;
  startFrame: number;
  endFrame: number;
  confidence: number;
}

const header = /^word\s+start\s+end\s+pprob\s/;
const row = /^(\S+)\s+(\d+)\s+(\d+)\s+(\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s+-?\d+\s+-?\d+\s+-?\d+\s*$/;
// Sentence marks and silence (<s>, <sil>), noises ([NOISE], ++BREATH++): not words.
const filler = /^(<.*>|\[.*\]|\+\+.*\+\+)$/;
const pronunciation = /\(\d+\)$/;

/**
 * The words that `pocketsphinx_batch -backtrace yes` printed for one utterance, from the log lines of that
 * utterance; noises and pronunciation numbers are left out. An utterance without speech has none.
 */
export function parseBacktrace(log: string): BacktraceWord[] {
  const lines = log.split('\n');
  const table = lines.findLastIndex((line) => header.test(line));
  if (table < 0) return [];
  return lines
    .slice(table + 1)
    .map((line) => row.exec(line))
    .filter((match) => match !== null)
    .map(([, text = '', start, end, confidence]) => ({
      text: text.replace(pronunciation, ''),
      startFrame: Number(start),
      endFrame: Number(end),
      confidence: Math.min(1, Math.max(0, Number(confidence))),
    }))
    .filter(({ text }) => text !== '' && !filler.test(text));
}
