/** The scripts that are written without spaces between words, by their names in Unicode. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
