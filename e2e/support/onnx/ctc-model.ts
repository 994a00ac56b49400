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
import { spoilModel, type LongPieceFault } from '#e2e/support/onnx/spoil-model';

/*
 * A model trained with connectionist temporal classification: for each frame it outputs the log probability of each
 * token, the last of which is the blank. Here a tone yields its token in every frame where it is heard. NeMo's models
 * and zipformers differ in the form of their inputs and outputs.
 */

/** The token that a tone yields; `▁` begins a word. */
export interface CtcToken {
  hertz: AudibleHertz;
  token: string;
}

/** Feature frames per frame of the model: 40 ms. */
const subsampling = 4;
/** Natural logarithm of a band's energy, for samples from -1 to 1; digital silence has -16. */
const threshold = -8;

/** Writes model and tokens into a folder; returns the file names by part. */
export async function writeCtcModel(
  folder: string,
  kind: 'nemo-ctc' | 'zipformer-ctc',
  tokens: CtcToken[],
  fault?: LongPieceFault,
): Promise<Record<'model' | 'tokens', string>> {
  const symbols = [...tokens.map(({ token }) => token), '<blk>'];
  const model = kind === 'nemo-ctc' ? nemo(tokens) : zipformer(tokens);
  await writeFile(
    path.join(folder, 'model.onnx'),
    encodeModel(spoilModel(model, fault, kind === 'nemo-ctc' ? 2 : 1)),
  );
  await writeFile(path.join(folder, 'tokens.txt'), symbols.map((symbol, id) => `${symbol} ${id}\n`).join(''));
  return { model: 'model.onnx', tokens: 'tokens.txt' };
}

/** Turns features (batch, bands, frames) into `logprobs`. */
function classify(tokens: CtcToken[], features: string): Pick<OnnxModel, 'nodes' | 'constants'> {
  const blank = tokens.length;
  const silence = logProbabilities(blank + 1, { [blank]: 1 });
  const rows = audibleHertz.map((hertz) => {
    const id = tokens.findIndex((token) => token.hertz === hertz);
    return id < 0 ? silence : logProbabilities(blank + 1, { [id]: 0.9, [blank]: 0.1 });
  });
  const thinned = thinOut({ features, thinned: 'frames' }, subsampling);
  const heard = recognizeTones({ features: 'frames', heard: 'logprobs' }, { rows, silence, threshold });
  return {
    nodes: [...thinned.nodes, ...heard.nodes],
    constants: { ...thinned.constants, ...heard.constants },
  };
}

function nemo(tokens: CtcToken[]): OnnxModel {
  return {
    inputs: [
      { name: 'audio_signal', type: 'float', shape: ['batch', featureBands, 'time'] },
      { name: 'length', type: 'int64', shape: ['batch'] },
    ],
    outputs: [{ name: 'logprobs', type: 'float', shape: ['batch', 'frames', tokens.length + 1] }],
    ...classify(tokens, 'audio_signal'),
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      vocab_size: tokens.length,
      subsampling_factor: subsampling,
      normalize_type: '',
    },
  };
}

function zipformer(tokens: CtcToken[]): OnnxModel {
  const { nodes, constants } = classify(tokens, 'turned');
  return {
    inputs: [
      { name: 'x', type: 'float', shape: ['batch', 'time', featureBands] },
      { name: 'x_lens', type: 'int64', shape: ['batch'] },
    ],
    outputs: [
      { name: 'logprobs', type: 'float', shape: ['batch', 'frames', tokens.length + 1] },
      { name: 'logprobs_lens', type: 'int64', shape: ['batch'] },
    ],
    nodes: [
      { op: 'Transpose', inputs: ['x'], outputs: ['turned'], attributes: { perm: [0, 2, 1] } },
      ...nodes,
      { op: 'Div', inputs: ['x_lens', 'subsampling'], outputs: ['logprobs_lens'] },
    ],
    constants: { ...constants, subsampling: integers(subsampling) },
    metadata: { model_type: 'zipformer2_ctc' },
  };
}
