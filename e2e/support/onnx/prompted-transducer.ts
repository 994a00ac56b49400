import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  audibleHertz,
  featureBands,
  recognizeTones,
  logProbabilities,
  thinOut,
  type AudibleHertz,
} from '#e2e/support/onnx/recognize-tones';
import { encodeModel, integers, type OnnxModel } from '#e2e/support/onnx/onnx-model';
import { describeJoiner, describePredictor, stateSize } from '#e2e/support/onnx/tdt-transducer';

/*
 * A streaming transducer like Nemotron 3.5: its encoder takes a number for the language beside the audio. Its names and
 * metadata are those of `export_onnx.py` (k2-fsa/sherpa-onnx, scripts/nemo/nemotron-3.5-asr-streaming-0.6b). Here a
 * tone yields one token in each language.
 */

/** The tokens that a tone yields, by the name of a prompt. */
export interface PromptedToken {
  hertz: AudibleHertz;
  /** As in tokens.txt: `▁` begins a word. */
  tokens: Record<string, string>;
}

const subsampling = 8;
/** Feature frames that the encoder takes at a time: 240 ms. */
const windowFrames = 24;
const threshold = -8;

/** Writes encoder, decoder, joiner, and tokens into a folder; the last prompt is the one without a language. */
export async function writePromptedTransducer(
  folder: string,
  prompts: string[],
  tones: PromptedToken[],
): Promise<Record<'encoder' | 'decoder' | 'joiner' | 'tokens', string>> {
  const symbols = [...new Set(tones.flatMap(({ tokens }) => Object.values(tokens))), '<blk>'];
  const write = (name: string, model: OnnxModel) => writeFile(path.join(folder, name), encodeModel(model));
  await write('encoder.onnx', describeEncoder(symbols, prompts, tones));
  await write('decoder.onnx', describePredictor(symbols.length, symbols.length));
  await write('joiner.onnx', describeJoiner(symbols.length));
  await writeFile(path.join(folder, 'tokens.txt'), symbols.map((symbol, id) => `${symbol} ${id}\n`).join(''));
  return { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' };
}

/** Returns an encoder that finds the tone of each frame, and looks up the symbols for tone and prompt. */
function describeEncoder(symbols: string[], prompts: string[], tones: PromptedToken[]): OnnxModel {
  const blank = symbols.length - 1;
  const silence = logProbabilities(symbols.length, { [blank]: 1 });
  const rowsOf = (prompt: string) =>
    audibleHertz.map((hertz) => {
      const token = tones.find((tone) => tone.hertz === hertz)?.tokens[prompt];
      return token === undefined
        ? silence
        : logProbabilities(symbols.length, { [symbols.indexOf(token)]: 0.9, [blank]: 0.1 });
    });
  // One row for each tone: the logits of all prompts, in order.
  const rows = audibleHertz.map((_, tone) => prompts.flatMap((prompt) => rowsOf(prompt)[tone] ?? silence));
  const thinned = thinOut({ features: 'audio_signal', thinned: 'frames' }, subsampling);
  const heard = recognizeTones(
    { features: 'frames', heard: 'heard' },
    { rows, silence: prompts.flatMap(() => silence), threshold },
  );
  const cache = (suffix: string): OnnxModel['inputs'] => [
    { name: `cache_last_channel${suffix}`, type: 'float', shape: ['batch', 1, 1, 1] },
    { name: `cache_last_time${suffix}`, type: 'float', shape: ['batch', 1, 1, 1] },
    { name: `cache_last_channel${suffix}_len`, type: 'int64', shape: ['batch'] },
  ];
  return {
    inputs: [
      { name: 'audio_signal', type: 'float', shape: ['batch', featureBands, 'time'] },
      { name: 'length', type: 'int64', shape: ['batch'] },
      ...cache(''),
      { name: 'prompt_index', type: 'int64', shape: ['batch'] },
    ],
    outputs: [
      { name: 'outputs', type: 'float', shape: ['batch', symbols.length, 'frames'] },
      { name: 'encoded_lengths', type: 'int64', shape: ['batch'] },
      ...cache('_next'),
    ],
    nodes: [
      ...thinned.nodes,
      ...heard.nodes,
      // (batch, frames, prompts × symbols) becomes (batch, frames, prompts, symbols), from which one prompt is
      // selected.
      { op: 'Reshape', inputs: ['heard', 'split'], outputs: ['by prompt'] },
      { op: 'Gather', inputs: ['by prompt', 'prompt_index'], outputs: ['prompted'], attributes: { axis: 2 } },
      { op: 'Squeeze', inputs: ['prompted', 'prompts axis'], outputs: ['chosen'] },
      { op: 'Transpose', inputs: ['chosen'], outputs: ['outputs'], attributes: { perm: [0, 2, 1] } },
      { op: 'Identity', inputs: ['length'], outputs: ['encoded_lengths'] },
      { op: 'Identity', inputs: ['cache_last_channel'], outputs: ['cache_last_channel_next'] },
      { op: 'Identity', inputs: ['cache_last_time'], outputs: ['cache_last_time_next'] },
      { op: 'Identity', inputs: ['cache_last_channel_len'], outputs: ['cache_last_channel_next_len'] },
    ],
    constants: {
      ...thinned.constants,
      ...heard.constants,
      split: integers(1, -1, prompts.length, symbols.length),
      'prompts axis': integers(2),
    },
    metadata: {
      model_type: 'EncDecRNNTBPEModelWithPrompt',
      vocab_size: blank,
      window_size: windowFrames,
      chunk_shift: windowFrames,
      subsampling_factor: subsampling,
      normalize_type: '',
      feat_dim: featureBands,
      pred_rnn_layers: 1,
      pred_hidden: stateSize,
      cache_last_channel_dim1: 1,
      cache_last_channel_dim2: 1,
      cache_last_channel_dim3: 1,
      cache_last_time_dim1: 1,
      cache_last_time_dim2: 1,
      cache_last_time_dim3: 1,
      prompt_dictionary: JSON.stringify(Object.fromEntries(prompts.map((prompt, index) => [prompt, index]))),
      auto_prompt_id: prompts.length - 1,
    },
  };
}
