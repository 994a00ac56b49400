/**
 * How long a prompt may be, in bytes of UTF-8, and so in tokens at most. Whisper reads 224 tokens of it, but vLLM counts
 * them against the 448 that prompt and words share; names are about three bytes a token, so this leaves two thirds for words.
 */
const maxBytes = 400;

/** A prompt that makes the first phrases of a vocabulary likely, as many as fit, and how many these are. */
export function writePrompt(vocabulary: readonly string[]): { prompt: string; phrases: number } {
  let prompt = '';
  let phrases = 0;
  for (const phrase of vocabulary) {
    const longer = prompt === '' ? phrase : `${prompt}, ${phrase}`;
    if (Buffer.byteLength(longer) >= maxBytes) break;
    prompt = longer;
    phrases += 1;
  }
  // A list that ends like a sentence keeps the model writing sentences.
  return { prompt: prompt === '' ? '' : `${prompt}.`, phrases };
}
