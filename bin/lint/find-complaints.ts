import path from 'node:path';
import { lintFiles } from './lint-files';

/** Which of these texts one of Longhand's rules complains of, each as a file of its own. */
export function findComplaints(rule: string, texts: string[]): boolean[] {
  const config = {
    jsPlugins: [path.resolve('bin/lint/plugin.mjs')],
    categories: { correctness: 'off' },
    rules: { [`longhand/${rule}`]: 'error' },
  };
  const files = texts.map((text, i): [string, string] => [`text-${i}.tsx`, text]);
  const complaints = lintFiles(config, Object.fromEntries(files));
  return files.map(([name]) => complaints[name]?.some((code) => code.includes(rule)) ?? false);
}
