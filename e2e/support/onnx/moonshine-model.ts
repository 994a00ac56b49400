import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  encodeModel,
  integers,
  table,
  floats,
  type OnnxModel,
  type Value,
} from '#e2e/support/onnx/onnx-model';
import { spoilModel, type LongPieceFault } from '#e2e/support/onnx/spoil-model';

/*
 * A Moonshine model of 2026, with one decoder for the first token and all others: its input is samples, not features,
 * and its output is text alone. Here it outputs its tokens in order if the piece is loud anywhere.
 */

const samplesPerFrame = 384;
/** As in the published models: token 1 starts, token 2 ends. */
const special = ['<unk>', '<s>', '</s>'];
const end = 2;

/** Logits: for a loud piece (per unit of amplitude), for the end, and for what is impossible. */
const loudLogit = 1000;
const endLogit = 50;
const neverLogit = -10_000;

/** Writes encoder, decoder, and tokens into a folder; returns the file names by part. */
export async function writeMoonshineModel(
  folder: string,
  tokens: string[],
  fault?: LongPieceFault,
): Promise<Record<'encoder' | 'mergedDecoder' | 'tokens', string>> {
  const symbols = [...special, ...tokens];
  await writeFile(path.join(folder, 'encoder.onnx'), encodeModel(spoilModel(encoder(), fault, 1)));
  await writeFile(path.join(folder, 'decoder.onnx'), encodeModel(decoder(symbols.length)));
  const lines = symbols.map((symbol, id) => `${Buffer.from(symbol).toString('base64')} ${id}\n`);
  await writeFile(path.join(folder, 'tokens.txt'), lines.join(''));
  return { encoder: 'encoder.onnx', mergedDecoder: 'decoder.onnx', tokens: 'tokens.txt' };
}

/** Outputs the peak of each frame. */
function encoder(): OnnxModel {
  return {
    inputs: [{ name: 'input_values', type: 'float', shape: ['batch', 'samples'] }],
    outputs: [{ name: 'last_hidden_state', type: 'float', shape: ['batch', 'frames', 1] }],
    nodes: [
      { op: 'Abs', inputs: ['input_values'], outputs: ['amplitudes'] },
      { op: 'Unsqueeze', inputs: ['amplitudes', 'channel'], outputs: ['channels'] },
      {
        op: 'MaxPool',
        inputs: ['channels'],
        outputs: ['peaks'],
        attributes: { kernel_shape: [samplesPerFrame], strides: [samplesPerFrame] },
      },
      { op: 'Transpose', inputs: ['peaks'], outputs: ['last_hidden_state'], attributes: { perm: [0, 2, 1] } },
    ],
    constants: { channel: integers(1) },
    metadata: {},
  };
}

/** Passes the keys and values of its one layer through unchanged. */
function decoder(size: number): OnnxModel {
  const states = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'];
  const state = (name: string): Value => ({ name, type: 'float', shape: ['batch', 1, 'past', 1] });
  const follows = Array.from({ length: size }, (_, before) =>
    Array.from({ length: size }, (_, after) =>
      after === end ? endLogit : follow(before, after) ? 0 : neverLogit,
    ),
  );
  return {
    inputs: [
      { name: 'input_ids', type: 'int64', shape: ['batch', 'length'] },
      { name: 'encoder_hidden_states', type: 'float', shape: ['batch', 'frames', 1] },
      ...states.map((name) => state(`past_key_values.0.${name}`)),
      { name: 'use_cache_branch', type: 'bool', shape: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', shape: ['batch', 'length', size] },
      ...states.map((name) => state(`present.0.${name}`)),
    ],
    nodes: [
      {
        op: 'ReduceMax',
        inputs: ['encoder_hidden_states'],
        outputs: ['peak'],
        attributes: { axes: [1], keepdims: 1 },
      },
      { op: 'Mul', inputs: ['peak', 'says'], outputs: ['said'] },
      { op: 'Gather', inputs: ['follows', 'input_ids'], outputs: ['following'], attributes: { axis: 0 } },
      { op: 'Add', inputs: ['following', 'said'], outputs: ['logits'] },
      ...states.map((name) => ({
        op: 'Identity',
        inputs: [`past_key_values.0.${name}`],
        outputs: [`present.0.${name}`],
      })),
    ],
    constants: {
      says: floats(Array.from({ length: size }, (_, id) => (id < special.length ? 0 : loudLogit))),
      follows: table(follows),
    },
    metadata: {},
  };
}

/** True if a token follows another: the first text token follows `<s>`, then each the one before it. */
function follow(before: number, after: number): boolean {
  return before < special.length ? after === special.length : after === before + 1;
}
