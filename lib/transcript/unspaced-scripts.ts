/** The scripts without spaces between words, by Unicode name. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/** A regular expression class, without brackets, for these scripts by script extensions, with marks and punctuation. */
const extensions = unspacedScripts.map((script) => `\\p{scx=${script}}`).join('');

/** A character of these scripts, for regular expressions with the `u` flag. */
export const unspacedCharacter = `[${extensions}]`;

/** The same with full-width forms of ASCII punctuation, which these scripts use. For use inside brackets. */
export const unspacedWriting = `${extensions}\\u{ff01}-\\u{ff0f}\\u{ff1a}-\\u{ff20}`;

const letter = new RegExp(`[${unspacedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/** The first letter of these scripts in Unicode, a Thai one. A few shared marks before it don't count. */
export const firstUnspaced = 0x0e01;

/** True if a text has a letter of a script without spaces. Fast for text in other scripts. */
export function hasUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= firstUnspaced) return letter.test(text);
  }
  return false;
}
