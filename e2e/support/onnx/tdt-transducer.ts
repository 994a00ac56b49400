import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  audibleHertz,
  featureBands,
  recognizeTones,
  impossible,
  logProbabilities,
  thinOut,
  type AudibleHertz,
} from '#e2e/support/onnx/recognize-tones';
import { encodeModel, integers, table, type OnnxModel } from '#e2e/support/onnx/onnx-model';
import { spoilModel, type LongPieceFault } from '#e2e/support/onnx/spoil-model';

/*
 * A transducer like NeMo's Parakeet TDT (https://arxiv.org/abs/2304.06795): for each frame, the joiner outputs the
 * likelihood of each token, and the number of frames to advance. Here a tone yields a token with a known probability
 * and duration, and the decoder keeps a token from being output twice in a row.
 */

/** The token that a tone yields. */
export interface TdtToken {
  hertz: AudibleHertz;
  /** As in tokens.txt: `▁` begins a word. */
  token: string;
  /** The token's probability where its tone is heard; the rest goes to the blank. */
  probability: number;
  /** Frames of 80 ms, 1 to 4. */
  frames: number;
}

/** Feature frames per frame of the encoder. */
const subsampling = 8;
/** Number of durations that the joiner chooses from: 0 to 4 frames. */
const durations = 5;
/** Size of each of the decoder's two states. */
export const stateSize = 2;
/** Natural logarithm of a band's energy, for samples from -1 to 1; digital silence has -16. */
const threshold = -8;

/** Writes encoder, decoder, joiner, and tokens into a folder; returns the file names by part. */
export async function writeTdtTransducer(
  folder: string,
  tokens: TdtToken[],
  fault?: LongPieceFault,
): Promise<Record<'encoder' | 'decoder' | 'joiner' | 'tokens', string>> {
  const symbols = [...tokens.map(({ token }) => token), '<blk>'];
  const write = (name: string, model: OnnxModel) => writeFile(path.join(folder, name), encodeModel(model));
  await write('encoder.onnx', spoilModel(encoder(tokens), fault, 2));
  await write('decoder.onnx', describePredictor(symbols.length, symbols.length + durations));
  await write('joiner.onnx', describeJoiner(symbols.length + durations));
  await writeFile(path.join(folder, 'tokens.txt'), symbols.map((symbol, id) => `${symbol} ${id}\n`).join(''));
  return { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' };
}

/** Returns the joiner's logits without the decoder's part: of the tokens, the blank last, and of the durations. */
function logits(blank: number, likely: Record<number, number>, frames: number): number[] {
  return [...logProbabilities(blank + 1, likely), ...logProbabilities(durations, { [frames]: 1 })];
}

function encoder(tokens: TdtToken[]): OnnxModel {
  const blank = tokens.length;
  const silence = logits(blank, { [blank]: 1 }, 1);
  const rows = audibleHertz.map((hertz) => {
    const id = tokens.findIndex((token) => token.hertz === hertz);
    const said = tokens[id];
    if (said === undefined) return silence;
    return logits(blank, { [id]: said.probability, [blank]: 1 - said.probability }, said.frames);
  });
  const thinned = thinOut({ features: 'audio_signal', thinned: 'frames' }, subsampling);
  const heard = recognizeTones({ features: 'frames', heard: 'heard' }, { rows, silence, threshold });
  return {
    inputs: [
      { name: 'audio_signal', type: 'float', shape: ['batch', featureBands, 'time'] },
      { name: 'length', type: 'int64', shape: ['batch'] },
    ],
    outputs: [
      { name: 'outputs', type: 'float', shape: ['batch', silence.length, 'frames'] },
      { name: 'encoded_lengths', type: 'int64', shape: ['batch'] },
    ],
    nodes: [
      ...thinned.nodes,
      ...heard.nodes,
      { op: 'Transpose', inputs: ['heard'], outputs: ['outputs'], attributes: { perm: [0, 2, 1] } },
      { op: 'Add', inputs: ['length', 'half'], outputs: ['rounded'] },
      { op: 'Div', inputs: ['rounded', 'subsampling'], outputs: ['encoded_lengths'] },
    ],
    constants: {
      ...thinned.constants,
      ...heard.constants,
      half: integers((subsampling >> 1) - 1),
      subsampling: integers(subsampling),
    },
    metadata: {
      model_type: 'EncDecRNNTBPEModel',
      // Tells the library that the joiner outputs durations.
      url: 'a tdt model for tests',
      vocab_size: blank,
      subsampling_factor: subsampling,
      normalize_type: '',
      pred_rnn_layers: 1,
      pred_hidden: stateSize,
      feat_dim: featureBands,
    },
  };
}

/**
 * Returns NeMo's decoder for this many symbols, the blank last: it adds to the logits a penalty for repeating the last
 * token.
 */
export function describePredictor(symbols: number, columns: number): OnnxModel {
  const rows = Array.from({ length: symbols }, (_, last) =>
    Array.from({ length: columns }, (_, column) =>
      column === last && last !== symbols - 1 ? 2 * impossible : 0,
    ),
  );
  const state = (name: string) => ({ name, type: 'float' as const, shape: [1, 'batch', stateSize] });
  return {
    inputs: [
      { name: 'targets', type: 'int32', shape: ['batch', 'length'] },
      { name: 'target_length', type: 'int32', shape: ['batch'] },
      state('states.1'),
      state('states.2'),
    ],
    outputs: [
      { name: 'outputs', type: 'float', shape: ['batch', columns, 'length'] },
      { name: 'prednet_lengths', type: 'int32', shape: ['batch'] },
      state('states.1.next'),
      state('states.2.next'),
    ],
    nodes: [
      { op: 'Gather', inputs: ['rows', 'targets'], outputs: ['row'], attributes: { axis: 0 } },
      { op: 'Transpose', inputs: ['row'], outputs: ['outputs'], attributes: { perm: [0, 2, 1] } },
      { op: 'Identity', inputs: ['target_length'], outputs: ['prednet_lengths'] },
      { op: 'Identity', inputs: ['states.1'], outputs: ['states.1.next'] },
      { op: 'Identity', inputs: ['states.2'], outputs: ['states.2.next'] },
    ],
    constants: { rows: table(rows) },
    metadata: {},
  };
}

/** Returns NeMo's joiner: the sum of the encoder's and decoder's outputs. */
export function describeJoiner(size: number): OnnxModel {
  return {
    inputs: [
      { name: 'encoder_outputs', type: 'float', shape: ['batch', size, 'frames'] },
      { name: 'decoder_outputs', type: 'float', shape: ['batch', size, 'length'] },
    ],
    outputs: [{ name: 'outputs', type: 'float', shape: ['batch', 'frames', 'length', size] }],
    nodes: [
      { op: 'Add', inputs: ['encoder_outputs', 'decoder_outputs'], outputs: ['sum'] },
      { op: 'Transpose', inputs: ['sum'], outputs: ['turned'], attributes: { perm: [0, 2, 1] } },
      { op: 'Unsqueeze', inputs: ['turned', 'axis'], outputs: ['outputs'] },
    ],
    constants: { axis: integers(1) },
    metadata: {},
  };
}
