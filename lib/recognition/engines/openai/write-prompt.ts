/**
 * How long a prompt may be, in bytes of UTF-8, and so in tokens at most. Whisper reads 224 tokens of it, but vLLM counts
 * them against the 448 that prompt and words share; names are about three bytes a token, so this leaves two thirds for words.
 */
export const maxPromptBytes = 400;

/** A prompt that makes the phrases of a vocabulary likely; empty for none. */
export function writePrompt(vocabulary: readonly string[]): string {
  // A list that ends like a sentence keeps the model writing sentences.
  return vocabulary.length === 0 ? '' : `${vocabulary.join(', ')}.`;
}
