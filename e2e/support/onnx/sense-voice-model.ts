import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CtcToken } from '#e2e/support/onnx/ctc-model';
import {
  audibleHertz,
  featureBands,
  recognizeTones,
  logProbabilities,
} from '#e2e/support/onnx/recognize-tones';
import { encodeModel, integers, table, type OnnxModel } from '#e2e/support/onnx/onnx-model';
import { spoilModel, type LongPieceFault } from '#e2e/support/onnx/spoil-model';

/*
 * A SenseVoice model: like CTC, but with four leading tokens for language, emotion, event, and the form of numbers. A
 * frame stacks seven feature frames and is 60 ms after the previous one. For `auto`, this model outputs English.
 */

const languages = ['zh', 'en', 'ja', 'ko', 'yue'] as const;
const stacked = 7;
const shift = 6;
/** Natural logarithm of a band's energy, for samples from -1 to 1; digital silence has -16. */
const threshold = -8;

/** Writes model and tokens into a folder; returns the file names by part. */
export async function writeSenseVoiceModel(
  folder: string,
  tokens: CtcToken[],
  fault?: LongPieceFault,
): Promise<Record<'model' | 'tokens', string>> {
  const symbols = [
    '<unk>',
    ...languages.map((language) => `<|${language}|>`),
    '<|NEUTRAL|>',
    '<|Speech|>',
    '<|withitn|>',
    '<|woitn|>',
    ...tokens.map(({ token }) => token),
  ];
  await writeFile(path.join(folder, 'model.onnx'), encodeModel(spoilModel(model(symbols, tokens), fault, 1)));
  await writeFile(path.join(folder, 'tokens.txt'), symbols.map((symbol, id) => `${symbol} ${id}\n`).join(''));
  return { model: 'model.onnx', tokens: 'tokens.txt' };
}

/** The first symbol is the blank, as in the published models. */
function model(symbols: string[], tokens: CtcToken[]): OnnxModel {
  const says = (symbol: string) => logProbabilities(symbols.length, { [symbols.indexOf(symbol)]: 1 });
  const silence = says('<unk>');
  const rows = audibleHertz.map((hertz) => {
    const said = tokens.find((token) => token.hertz === hertz);
    return said === undefined ? silence : says(said.token);
  });
  const heard = recognizeTones({ features: 'bands', heard: 'heard' }, { rows, silence, threshold });
  return {
    inputs: [
      { name: 'x', type: 'float', shape: ['batch', 'frames', stacked * featureBands] },
      { name: 'x_length', type: 'int32', shape: ['batch'] },
      { name: 'language', type: 'int32', shape: ['batch'] },
      { name: 'text_norm', type: 'int32', shape: ['batch'] },
    ],
    outputs: [{ name: 'logits', type: 'float', shape: ['batch', 'rows', symbols.length] }],
    nodes: [
      { op: 'Slice', inputs: ['x', 'middle.start', 'middle.end', 'bands.axis'], outputs: ['middle'] },
      { op: 'Transpose', inputs: ['middle'], outputs: ['bands'], attributes: { perm: [0, 2, 1] } },
      ...heard.nodes,
      { op: 'Gather', inputs: ['languages', 'language'], outputs: ['language.row'], attributes: { axis: 0 } },
      { op: 'Gather', inputs: ['forms', 'text_norm'], outputs: ['form.row'], attributes: { axis: 0 } },
      {
        op: 'Concat',
        inputs: ['language.row', 'kinds', 'form.row'],
        outputs: ['prefix'],
        attributes: { axis: 0 },
      },
      { op: 'Unsqueeze', inputs: ['prefix', 'batch.axis'], outputs: ['prefixes'] },
      { op: 'Concat', inputs: ['prefixes', 'heard'], outputs: ['logits'], attributes: { axis: 1 } },
    ],
    constants: {
      ...heard.constants,
      'middle.start': integers((stacked >> 1) * featureBands),
      'middle.end': integers(((stacked >> 1) + 1) * featureBands),
      'bands.axis': integers(2),
      'batch.axis': integers(0),
      languages: table(['en', ...languages].map((language) => says(`<|${language}|>`))),
      kinds: table([says('<|NEUTRAL|>'), says('<|Speech|>')]),
      forms: table([says('<|withitn|>'), says('<|woitn|>')]),
    },
    metadata: {
      model_type: 'sense_voice_ctc',
      vocab_size: symbols.length,
      blank_id: 0,
      lfr_window_size: stacked,
      lfr_window_shift: shift,
      normalize_samples: 1,
      with_itn: 0,
      without_itn: 1,
      lang_auto: 0,
      ...Object.fromEntries(languages.map((language, i) => [`lang_${language}`, i + 1])),
      neg_mean: row(0),
      inv_stddev: row(1),
    },
  };
}

/** Returns the same number for each of the stacked features. */
function row(value: number): string {
  return Array.from({ length: stacked * featureBands }, () => value).join(',');
}
