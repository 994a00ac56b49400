import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeModel, integers, table, type OnnxModel } from '#e2e/support/onnx/onnx-model';

/* Punctuation models of both kinds, in which each word has a fixed mark (and letter case), wherever it is. */

/** The mark after a word, and the word's letter case. */
export interface WrittenWord {
  /** In lower case. */
  word: string;
  mark?: ',' | '.' | '?';
  letterCase?: 'upper' | 'capital';
}

const marks = ['', ',', '.', '?'] as const;
const letterCases = [undefined, 'upper', 'capital', 'mixed'] as const;
const oneHot = (size: number, index: number) => Array.from({ length: size }, (_, i) => (i === index ? 1 : 0));

/** The names of classes in the CT transformer's metadata; the second class writes no mark. */
const wideMarks = ['<unk>', '_', '，', '。', '？', '、'];

/** Writes a CT transformer, which sets marks and leaves letters as they are; returns the file name by part. */
export async function writeCtTransformer(folder: string, words: WrittenWord[]): Promise<{ model: string }> {
  const tokens = ['<unk>', ...words.map(({ word }) => word)];
  const getClass = (mark: WrittenWord['mark']) => (mark === undefined ? 1 : 1 + marks.indexOf(mark));
  const rows = [undefined, ...words.map(({ mark }) => mark)].map((mark) =>
    oneHot(wideMarks.length, getClass(mark)),
  );
  const model: OnnxModel = {
    inputs: [
      { name: 'inputs', type: 'int32', shape: ['batch', 'length'] },
      { name: 'text_lengths', type: 'int32', shape: ['batch'] },
    ],
    outputs: [{ name: 'logits', type: 'float', shape: ['batch', 'length', wideMarks.length] }],
    nodes: [{ op: 'Gather', inputs: ['rows', 'inputs'], outputs: ['logits'], attributes: { axis: 0 } }],
    constants: { rows: table(rows) },
    metadata: {
      model_type: 'ct_transformer',
      tokens: tokens.join('|'),
      vocab_size: tokens.length,
      punctuations: wideMarks.join('|'),
      unk_symbol: '<unk>',
    },
  };
  await writeFile(path.join(folder, 'ct-transformer.onnx'), encodeModel(model));
  return { model: 'ct-transformer.onnx' };
}

/** Tokens of the other kind that are no words: padding, begin, end, unknown. */
const special = ['<pad>', '<s>', '</s>', '<unk>'];
const lastMarker = 2;

/** Writes a CNN-BiLSTM, which sets marks and letter case; returns the file names by part. */
export async function writeCnnBilstm(
  folder: string,
  words: WrittenWord[],
): Promise<{ model: string; bpeVocab: string }> {
  const pieces = [...special, ...words.map(({ word }) => `▁${word}`)];
  const plain = special.map((): WrittenWord => ({ word: '' }));
  const cases = [...plain, ...words].map(({ letterCase }) => oneHot(4, letterCases.indexOf(letterCase)));
  const followed = [...plain, ...words].map(({ mark = '' }) =>
    oneHot(
      4,
      marks.findIndex((known) => known === mark),
    ),
  );
  const model: OnnxModel = {
    inputs: [
      { name: 'token_ids', type: 'int32', shape: ['batch', 'length'] },
      { name: 'valid_ids', type: 'int32', shape: ['batch', 'length'] },
      { name: 'label_lens', type: 'int32', shape: ['batch'] },
    ],
    outputs: [
      { name: 'case_logits', type: 'float', shape: ['words', 4] },
      { name: 'punct_logits', type: 'float', shape: ['words', 4] },
    ],
    // Each word counts by its first token, which is the valid one; the markers are valid too, but no words.
    nodes: [
      { op: 'Mul', inputs: ['token_ids', 'valid_ids'], outputs: ['valid'] },
      { op: 'Reshape', inputs: ['valid', 'flat'], outputs: ['tokens'] },
      { op: 'Greater', inputs: ['tokens', 'marker'], outputs: ['counts'] },
      { op: 'Compress', inputs: ['tokens', 'counts'], outputs: ['words'], attributes: { axis: 0 } },
      { op: 'Gather', inputs: ['cases', 'words'], outputs: ['case_logits'], attributes: { axis: 0 } },
      { op: 'Gather', inputs: ['marks', 'words'], outputs: ['punct_logits'], attributes: { axis: 0 } },
    ],
    constants: {
      flat: integers(-1),
      marker: { type: 'int32', shape: [1], numbers: [lastMarker] },
      cases: table(cases),
      marks: table(followed),
    },
    metadata: { COMMA: 1, PERIOD: 2, QUESTION: 3, UPPER: 1, CAP: 2, MIX_CASE: 3 },
  };
  await writeFile(path.join(folder, 'cnn-bilstm.onnx'), encodeModel(model));
  await writeFile(path.join(folder, 'bpe.vocab'), pieces.map((piece, id) => `${piece}\t${-id}\n`).join(''));
  return { model: 'cnn-bilstm.onnx', bpeVocab: 'bpe.vocab' };
}
