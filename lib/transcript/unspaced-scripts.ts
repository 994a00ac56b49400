/** The scripts that are written without spaces between words, by their names in Unicode. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/** A character of these scripts for the brackets of an expression, by script extensions, with marks and punctuation. */
const extensions = unspacedScripts.map((script) => `\\p{scx=${script}}`).join('');

/** A character of these scripts, as a part of an expression with the flag `u`. */
export const unspacedCharacter = `[${extensions}]`;

/** The same with the full-width forms of our punctuation: what a line of these scripts is written with, within brackets. */
export const unspacedWriting = `${extensions}\\u{ff01}-\\u{ff0f}\\u{ff1a}-\\u{ff20}`;

const letter = new RegExp(`[${unspacedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/** The first letter of these scripts in Unicode, which is a Thai one; the few signs before it that they share are not theirs. */
export const firstUnspaced = 0x0e01;

/** True if a text has a letter of a script that is written without spaces; soon known of one in other scripts. */
export function hasUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= firstUnspaced) return letter.test(text);
  }
  return false;
}
