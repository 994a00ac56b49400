/**
 * What the recognizer's process answers for a piece: the result of sherpa-onnx, with times in seconds from the start of the
 * piece. `times`, `durations` and `logProbs` are as long as `tokens`, or empty where the kind of model has none.
 */
export interface RecognizedTokens {
  text: string;
  /** With `▁` or a space where a word begins; bytes that are no whole character as `<0xE4>`. */
  tokens: string[];
  times: number[];
  durations: number[];
  /** Natural logarithms of the probability of each token. */
  logProbs: number[];
  /** Stretches of the text with times, where a Whisper model can't time its tokens; empty otherwise. */
  segments: Array<{ text: string; start: number; duration: number }>;
  /** As the model names it: `en`, `<|en|>`, empty. */
  language: string;
}
