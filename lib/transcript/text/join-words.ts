import { firstUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

const endsUnspaced = new RegExp(`[${unspacedWriting}]$`, 'u');
const beginsUnspaced = new RegExp(`^[${unspacedWriting}]`, 'u');

/** Whether one word follows another without a blank: where both touch with letters or marks of scripts that know none. */
export function touches(before: string, after: string): boolean {
  if (after.charCodeAt(0) < firstUnspaced) return false;
  return endsUnspaced.test(before) && beginsUnspaced.test(after);
}

/** A word with the blank that parts it from the one before it; undefined where there is none. */
export function withBlank(before: string | undefined, text: string): string {
  return before === undefined || touches(before, text) ? text : ` ${text}`;
}

/** Words as the text that they are, as all formats write it. */
export function joinWords(words: ReadonlyArray<{ text: string }>): string {
  let joined = '';
  let before: string | undefined;
  for (const { text } of words) {
    joined += withBlank(before, text);
    before = text;
  }
  return joined;
}
