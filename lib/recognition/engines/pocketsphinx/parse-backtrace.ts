/** A word of a backtrace. Frames of 10 ms count from the start of the utterance; `endFrame` is inclusive. */
export interface BacktraceWord {
  text: string;
  startFrame: number;
  endFrame: number;
  confidence: number;
}

const header = /^word\s+start\s+end\s+pprob\s/;
const row = /^(\S+)\s+(\d+)\s+(\d+)\s+(\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s+(-?\d+)\s+(-?\d+)\s+-?\d+\s*$/;
// Sentence marks and silence (<s>, <sil>), and noises ([NOISE], ++BREATH++).
const filler = /^(<.*>|\[.*\]|\+\+.*\+\+)$/;
const pronunciation = /\(\d+\)$/;

/** Parses the words of one utterance from the log of `pocketsphinx_batch -backtrace yes`, without noises. */
export function parseBacktrace(log: string): BacktraceWord[] {
  return readRows(log)
    .map(([, text = '', start, end, confidence]) => ({
      text: text.replace(pronunciation, ''),
      startFrame: Number(start),
      endFrame: Number(end),
      confidence: Math.min(1, Math.max(0, Number(confidence))),
    }))
    .filter(({ text }) => text !== '' && !filler.test(text));
}

/** Returns the mean score of an utterance's frames, including noises and pauses; undefined without words. */
export function parseMeanScore(log: string): number | undefined {
  const rows = readRows(log);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const frames = sum(rows.map(([, , start, end]) => Number(end) - Number(start) + 1));
  const score = sum(rows.map(([, , , , , bySound, byGrammar]) => Number(bySound) + Number(byGrammar)));
  return frames > 0 ? score / frames : undefined;
}

function readRows(log: string): RegExpExecArray[] {
  const lines = log.split('\n');
  const table = lines.findLastIndex((line) => header.test(line));
  if (table < 0) return [];
  return lines
    .slice(table + 1)
    .map((line) => row.exec(line))
    .filter((match) => match !== null);
}
