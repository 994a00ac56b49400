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
 * A transducer of icefall, such as an offline zipformer: the decoder sees the last two tokens and has no state, the
 * blank is token 0, and there are no durations. Here a tone yields one of two tokens with known probabilities, and the
 * decoder keeps a tone from yielding both, or one twice. Hotwords may change the choice between the two.
 */

/** The tokens that a tone yields: the likely one, or the other one. The blank has the remaining probability. */
export interface TransducerToken {
  hertz: AudibleHertz;
  /** As in tokens.txt: `▁` begins a word. */
  token: string;
  probability: number;
  other?: { token: string; probability: number };
}

/** Fixed by the library: 40 ms. */
const subsampling = 4;
const contextSize = 2;
/** Natural logarithm of a band's energy, for samples from -1 to 1; digital silence has -16. */
const threshold = -8;

type Parts = Record<'encoder' | 'decoder' | 'joiner' | 'tokens' | 'bpeVocab', string>;

/**
 * Writes encoder, decoder, joiner, tokens, and the vocabulary for hotwords into a folder; returns the file names by
 * part.
 */
export async function writeTransducer(
  folder: string,
  tokens: TransducerToken[],
  fault?: LongPieceFault,
): Promise<Parts> {
  const symbols = [
    '<blk>',
    ...tokens.flatMap(({ token, other }) => [token, ...(other ? [other.token] : [])]),
  ];
  const write = (name: string, model: OnnxModel) => writeFile(path.join(folder, name), encodeModel(model));
  await write('encoder.onnx', spoilModel(encoder(symbols, tokens), fault, 1));
  await write('decoder.onnx', decoder(symbols, tokens));
  await write('joiner.onnx', joiner(symbols.length));
  await writeFile(path.join(folder, 'tokens.txt'), symbols.map((symbol, id) => `${symbol} ${id}\n`).join(''));
  await writeFile(path.join(folder, 'bpe.vocab'), bpeVocabulary(symbols));
  return {
    encoder: 'encoder.onnx',
    decoder: 'decoder.onnx',
    joiner: 'joiner.onnx',
    tokens: 'tokens.txt',
    bpeVocab: 'bpe.vocab',
  };
}

/** Returns word pieces with the logarithms of their frequencies: the first ones are the likeliest. */
function bpeVocabulary(symbols: string[]): string {
  return symbols.map((symbol, id) => `${symbol}\t${-id}\n`).join('');
}

function encoder(symbols: string[], tokens: TransducerToken[]): OnnxModel {
  const silence = logProbabilities(symbols.length, { 0: 1 });
  const rows = audibleHertz.map((hertz) => {
    const said = tokens.find((token) => token.hertz === hertz);
    if (said === undefined) return silence;
    const { token, probability, other } = said;
    const left = 1 - probability - (other?.probability ?? 0);
    return logProbabilities(symbols.length, {
      0: left,
      [symbols.indexOf(token)]: probability,
      ...(other === undefined ? {} : { [symbols.indexOf(other.token)]: other.probability }),
    });
  });
  const thinned = thinOut({ features: 'turned', thinned: 'frames' }, subsampling);
  const heard = recognizeTones({ features: 'frames', heard: 'encoder_out' }, { rows, silence, threshold });
  return {
    inputs: [
      { name: 'x', type: 'float', shape: ['batch', 'time', featureBands] },
      { name: 'x_lens', type: 'int64', shape: ['batch'] },
    ],
    outputs: [
      { name: 'encoder_out', type: 'float', shape: ['batch', 'frames', symbols.length] },
      { name: 'encoder_out_lens', type: 'int64', shape: ['batch'] },
    ],
    nodes: [
      { op: 'Transpose', inputs: ['x'], outputs: ['turned'], attributes: { perm: [0, 2, 1] } },
      ...thinned.nodes,
      ...heard.nodes,
      { op: 'Div', inputs: ['x_lens', 'subsampling'], outputs: ['encoder_out_lens'] },
    ],
    constants: { ...thinned.constants, ...heard.constants, subsampling: integers(subsampling) },
    metadata: { model_type: 'zipformer2' },
  };
}

/**
 * Returns a decoder that adds a penalty to the logits after a token: its tone, which may last, must not yield either of
 * its tokens again.
 */
function decoder(symbols: string[], tokens: TransducerToken[]): OnnxModel {
  const size = symbols.length;
  const rows = symbols.map((last) => {
    const said = tokens.find(({ token, other }) => token === last || other?.token === last);
    return symbols.map((symbol) =>
      symbol === said?.token || symbol === said?.other?.token ? 2 * impossible : 0,
    );
  });
  return {
    inputs: [{ name: 'y', type: 'int64', shape: ['batch', contextSize] }],
    outputs: [{ name: 'decoder_out', type: 'float', shape: ['batch', size] }],
    nodes: [
      { op: 'Gather', inputs: ['y', 'newest'], outputs: ['last'], attributes: { axis: 1 } },
      { op: 'Squeeze', inputs: ['last', 'column'], outputs: ['token'] },
      { op: 'Gather', inputs: ['rows', 'token'], outputs: ['decoder_out'], attributes: { axis: 0 } },
    ],
    constants: { rows: table(rows), newest: integers(contextSize - 1), column: integers(1) },
    metadata: { vocab_size: size, context_size: contextSize },
  };
}

function joiner(size: number): OnnxModel {
  return {
    inputs: [
      { name: 'encoder_out', type: 'float', shape: ['batch', size] },
      { name: 'decoder_out', type: 'float', shape: ['batch', size] },
    ],
    outputs: [{ name: 'logit', type: 'float', shape: ['batch', size] }],
    nodes: [{ op: 'Add', inputs: ['encoder_out', 'decoder_out'], outputs: ['logit'] }],
    constants: {},
    metadata: { joiner_dim: size },
  };
}
