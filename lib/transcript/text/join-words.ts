import { unspacedScripts } from '#lib/transcript/unspaced-scripts';

/** By Unicode's script extensions, which have the marks of these scripts too, and the full-width forms of ours. */
const unspaced = `[${unspacedScripts.map((script) => `\\p{scx=${script}}`).join('')}\\u{ff01}-\\u{ff0f}\\u{ff1a}-\\u{ff20}]`;
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');
const beginsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** Whether one word follows another without a blank: where both touch with letters or marks of scripts that know none. */
export function touches(before: string, after: string): boolean {
  return endsUnspaced.test(before) && beginsUnspaced.test(after);
}

/** A word with the blank that parts it from the one before it; undefined where there is none. */
export function withBlank(before: string | undefined, text: string): string {
  return before === undefined || touches(before, text) ? text : ` ${text}`;
}

/** Words as the text that they are, as all formats write it. */
export function joinWords(words: ReadonlyArray<{ text: string }>): string {
  return words.map(({ text }, at) => withBlank(words[at - 1]?.text, text)).join('');
}
