import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { audibleHertz, featureBands, recognizeTones, thinOut } from '#e2e/support/onnx/recognize-tones';
import { encodeModel, integers, type OnnxModel } from '#e2e/support/onnx/onnx-model';
import { spoilModel, type LongPieceFault } from '#e2e/support/onnx/spoil-model';
import { whisperDecoder, type WhisperTimes } from '#e2e/support/onnx/whisper-decoder';
import {
  cross,
  languages,
  numberTokens,
  row,
  silenceColumn,
  special,
  stateSize,
  textContext,
  type WhisperToken,
  type WhisperVocabulary,
} from '#e2e/support/onnx/whisper-vocabulary';

/*
 * A Whisper model (https://arxiv.org/abs/2212.04356): the encoder outputs the whole piece, and the decoder one token at
 * a time, from the piece and the previous token.
 */

/**
 * In Whisper's unit: (log10 of the energy + 4) / 4. A tone has more than 1.3; one that only touches a frame, less than
 * 1.1.
 */
const threshold = 1.15;

/**
 * Writes encoder, decoder, and tokens into a folder; returns the file names by part. Takes at most four tokens, one per
 * tone.
 */
export async function writeWhisperModel(
  folder: string,
  tokens: WhisperToken[],
  { times = 'tokens', fault }: { times?: WhisperTimes; fault?: LongPieceFault } = {},
): Promise<Record<'encoder' | 'decoder' | 'tokens', string>> {
  const vocabulary = numberTokens(tokens);
  const write = (name: string, model: OnnxModel) => writeFile(path.join(folder, name), encodeModel(model));
  await write('encoder.onnx', spoilModel(encoder(vocabulary), fault, 2));
  await write('decoder.onnx', whisperDecoder(vocabulary, times));
  const lines = [...tokens.map(({ token }) => token), ...special.map((name) => `<|${name}|>`)].map(
    (token, id) => `${Buffer.from(token).toString('base64')} ${id}\n`,
  );
  await writeFile(path.join(folder, 'tokens.txt'), lines.join(''));
  return { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' };
}

function encoder(vocabulary: WhisperVocabulary): OnnxModel {
  const thinned = thinOut({ features: 'mel', thinned: 'frames' }, 2);
  const heard = recognizeTones(
    { features: 'frames', heard: 'heard' },
    {
      rows: audibleHertz.map((_, tone) => row(stateSize, { [tone]: 1 })),
      silence: row(stateSize, { [silenceColumn]: 1 }),
      threshold,
    },
  );
  return {
    inputs: [{ name: 'mel', type: 'float', shape: ['batch', featureBands, 'time'] }],
    outputs: [cross('n_layer_cross_k'), cross('n_layer_cross_v')],
    nodes: [
      ...thinned.nodes,
      ...heard.nodes,
      { op: 'Unsqueeze', inputs: ['heard', 'layer'], outputs: ['n_layer_cross_k'] },
      { op: 'Identity', inputs: ['n_layer_cross_k'], outputs: ['n_layer_cross_v'] },
    ],
    constants: { ...thinned.constants, ...heard.constants, layer: integers(0) },
    metadata: metadata(vocabulary),
  };
}

function metadata({ size, id }: WhisperVocabulary): OnnxModel['metadata'] {
  return {
    model_type: 'whisper-tiny',
    n_mels: featureBands,
    n_text_layer: 1,
    n_text_ctx: textContext,
    n_text_state: stateSize,
    n_alignment_heads: 1,
    n_vocab: size,
    sot: id('start'),
    eot: id('end'),
    blank_id: id('end'),
    translate: id('translate'),
    transcribe: id('transcribe'),
    is_multilingual: 1,
    no_timestamps: id('no-timestamps'),
    no_speech: id('no-speech'),
    sot_sequence: [id('start'), id('en'), id('transcribe')].join(','),
    all_language_tokens: languages.map((language) => id(language)).join(','),
    all_language_codes: languages.join(','),
  };
}
