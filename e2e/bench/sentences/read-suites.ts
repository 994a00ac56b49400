import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A text and its sentences (or words), which add up to the text. */
export interface Case {
  text: string;
  parts: string[];
}

/** Public suites by name, each with its cases by language. */
export type Suites = Map<string, Map<string, Case[]>>;

/**
 * Reads the suites of a folder: Unicode's SentenceBreakTest.txt and WordBreakTest.txt (in Debian's package
 * unicode-data), and the specs of Pragmatic Segmenter (`*_spec.rb`, MIT), whose languages are those of their calls.
 */
export async function readSuites(folder: string): Promise<Suites> {
  const suites: Suites = new Map();
  const add = (suite: string, language: string, cases: Case[]): void => {
    const languages = suites.get(suite) ?? new Map<string, Case[]>();
    suites.set(suite, languages.set(language, [...(languages.get(language) ?? []), ...cases]));
  };
  for (const entry of (await readdir(folder, { recursive: true })).toSorted()) {
    const name = path.basename(entry);
    if (!/^(?:Sentence|Word)BreakTest\.txt$|_spec\.rb$/.test(name)) continue;
    const text = await readFile(path.join(folder, entry), 'utf8');
    if (name.endsWith('.txt')) add(name, 'und', readBreaks(text));
    else for (const { language, ...found } of readSpec(text)) add('Pragmatic Segmenter', language, [found]);
  }
  return suites;
}

/** `÷ 0041 × 0020 ÷ 0042 ÷ # …`: characters by code point, separated by ÷. */
function readBreaks(text: string): Case[] {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return lines.filter(Boolean).map((line) => {
    const parts = line.split('÷').flatMap((part) => {
      const codes = part.match(/[0-9A-F]{4,}/g)?.map((code) => Number.parseInt(code, 16)) ?? [];
      return codes.length === 0 ? [] : [String.fromCodePoint(...codes)];
    });
    return { text: parts.join(''), parts };
  });
}

const string = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const call = new RegExp(
  String.raw`Segmenter\.new\(text:\s*(${string})([^\n]*)\)\s*\n\s*expect\(ps\.segment\)\.to eq\(\[(.*?)\]\)\s*\n`,
  'gs',
);

function readSpec(text: string): Array<Case & { language: string }> {
  return Array.from(text.matchAll(call), ([, written = '', options = '', expected = '']) => ({
    language: /language:\s*["'](\w+)/.exec(options)?.[1] ?? 'en',
    text: readString(written),
    parts: (expected.match(new RegExp(string, 'gs')) ?? []).map(readString),
  }));
}

function readString(written: string): string {
  const text = written.slice(1, -1);
  if (written.startsWith("'")) return text.replaceAll(/\\(['\\])/g, '$1');
  const named: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return text.replaceAll(/\\(?:u\{?([0-9a-fA-F]{4,6})\}?|(.))/gs, (_, code?: string, sign = '') =>
    code === undefined ? (named[sign] ?? sign) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
