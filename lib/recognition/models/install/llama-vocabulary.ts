import { readFile } from 'node:fs/promises';
import { ModelProblem } from '#lib/recognition/models/model-problem';

/** Moonshine numbers some tokens more than LLaMA has, which never stand in a text. */
const tokenCount = 32_768;
/** `<unk>`, `<s>` and `</s>`. */
const specialCount = 3;

/**
 * The `tokens.txt` that sherpa-onnx reads for Moonshine, made of the vocabulary inside `llama-tokenizer.js` (package
 * llama-tokenizer-js): a line for each token with its bytes in base64, a blank and its number. Throws a `ModelProblem` when the
 * file holds no vocabulary.
 */
export async function readLlamaVocabulary(file: string): Promise<string> {
  const [, encoded] = /\bllama_vocab_base64 = "([A-Za-z0-9+/=]+)"/.exec(await readFile(file, 'utf8')) ?? [];
  if (encoded === undefined) throw new ModelProblem(`${file} contains no vocabulary.`);
  const pieces = Buffer.from(encoded, 'base64').toString('utf8').split('\n');
  const lines = Array.from({ length: tokenCount }, (_, id) => {
    const piece = pieces[id] ?? `<ext_${id}>`;
    return `${toBytes(piece, id).toString('base64')} ${id}\n`;
  });
  return lines.join('');
}

function toBytes(piece: string, id: number): Buffer {
  const [, byte] = /^<0x([0-9A-F]{2})>$/.exec(piece) ?? [];
  if (byte !== undefined) return Buffer.from(byte, 'hex');
  return Buffer.from(id < specialCount ? piece : piece.replaceAll('▁', ' '));
}
