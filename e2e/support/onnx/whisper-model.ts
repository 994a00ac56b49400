import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  audibleHertz,
  featureBands,
  hearTones,
  thinOut,
  type AudibleHertz,
} from '#e2e/support/onnx/hear-tones';
import {
  encodeModel,
  floats,
  integers,
  table,
  type OnnxModel,
  type Value,
} from '#e2e/support/onnx/onnx-model';
import { spoilModel, type LongPieceFault } from '#e2e/support/onnx/spoil-model';

/*
 * A Whisper model (https://arxiv.org/abs/2212.04356): the encoder hands over the whole piece, the decoder says a token at
 * a time, looking at the piece and at the token before. Here it says the tokens of the tones that are in the piece, in the
 * order in which they are listed, and then the end. Every language's tones speak for that language.
 *
 * Times come in one of two ways. A decoder that shows its attention attends to the tone of the token that comes next, and
 * at the end to silence, which is what the library makes times of tokens of. Any other says when the first tone begins
 * and the last one ends, which is the time of a segment.
 */

/** What a tone says, with the blank before it; and in which language of the model. */
export interface WhisperToken {
  hertz: AudibleHertz;
  token: string;
  language: 'en' | 'de';
}

const languages = ['en', 'de'] as const;
const special = [
  'end',
  'start',
  ...languages,
  'translate',
  'transcribe',
  'no-speech',
  'no-timestamps',
] as const;
type Special = (typeof special)[number];

/** What the decoder is able to time. */
export type WhisperTimes = 'tokens' | 'segments';

/** Tokens and their numbers, in the order of Whisper's own: text, then special ones, then those for times, 20 ms each. */
interface Vocabulary {
  tokens: WhisperToken[];
  size: number;
  firstTime: number;
  id: (name: Special) => number;
}

/** Enough times for pieces of three seconds. */
const timeTokens = 151;

const textContext = 64;
/** What a frame and a token are compared by: a column for each tone, and one for silence. */
const stateSize = audibleHertz.length + 1;
const silenceColumn = audibleHertz.length;
/** Whisper's unit: (log10 of the energy + 4) / 4. A tone has 1.35, a third of one in the frame 1, silence 0 at most. */
const threshold = 1.15;

/** Logits: a tone that is heard, one token later in the list, the end, and what can't be. */
const heardLogit = 100;
const laterLogit = -10;
const endLogit = 50;
/** A segment opens rather than closes where both may be, and closes rather than ends. */
const openLogit = 70;
const closeLogit = 60;
const neverLogit = -10_000;
/** What attention has for the tone in question, before its softmax; 0 for all else. */
const attentionLogit = 10;

/** Writes encoder, decoder and tokens into a folder; gives the files' names by part. At most four tokens, a tone each. */
export async function writeWhisperModel(
  folder: string,
  tokens: WhisperToken[],
  { times = 'tokens', fault }: { times?: WhisperTimes; fault?: LongPieceFault } = {},
): Promise<Record<'encoder' | 'decoder' | 'tokens', string>> {
  const firstTime = tokens.length + special.length;
  const vocabulary: Vocabulary = {
    tokens,
    size: firstTime + timeTokens,
    firstTime,
    id: (name) => tokens.length + special.indexOf(name),
  };
  const write = (name: string, model: OnnxModel) => writeFile(path.join(folder, name), encodeModel(model));
  await write('encoder.onnx', spoilModel(encoder(vocabulary), fault, 2));
  await write('decoder.onnx', decoder(vocabulary, times));
  const lines = [...tokens.map(({ token }) => token), ...special.map((name) => `<|${name}|>`)].map(
    (token, id) => `${Buffer.from(token).toString('base64')} ${id}\n`,
  );
  await writeFile(path.join(folder, 'tokens.txt'), lines.join(''));
  return { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' };
}

function row(size: number, values: Record<number, number>): number[] {
  return Array.from({ length: size }, (_, index) => values[index] ?? 0);
}

function cross(name: string): Value {
  return { name, type: 'float', shape: [1, 'batch', 'frames', stateSize] };
}

function encoder(vocabulary: Vocabulary): OnnxModel {
  const thinned = thinOut({ features: 'mel', thinned: 'frames' }, 2);
  const heard = hearTones(
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

function metadata({ size, id }: Vocabulary): OnnxModel['metadata'] {
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

function decoder(vocabulary: Vocabulary, times: WhisperTimes): OnnxModel {
  const cache = (name: string): Value => ({
    name,
    type: 'float',
    shape: [1, 'batch', textContext, stateSize],
  });
  const timing = times === 'tokens' ? showAttention(vocabulary) : timeSegment(vocabulary);
  return {
    inputs: [
      { name: 'tokens', type: 'int64', shape: ['batch', 'length'] },
      cache('in_n_layer_self_k_cache'),
      cache('in_n_layer_self_v_cache'),
      cross('n_layer_cross_k'),
      cross('n_layer_cross_v'),
      { name: 'offset', type: 'int64', shape: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', shape: ['batch', 'length', vocabulary.size] },
      cache('out_n_layer_self_k_cache'),
      cache('out_n_layer_self_v_cache'),
      ...timing.outputs,
    ],
    nodes: [
      {
        op: 'ReduceMax',
        inputs: ['n_layer_cross_v'],
        outputs: ['heard'],
        attributes: { axes: [2], keepdims: 0 },
      },
      { op: 'MatMul', inputs: ['heard', 'says'], outputs: ['said'] },
      { op: 'Gather', inputs: ['follows', 'tokens'], outputs: ['following'], attributes: { axis: 0 } },
      { op: 'Add', inputs: ['following', 'said'], outputs: ['text'] },
      ...timing.nodes,
      { op: 'Identity', inputs: ['in_n_layer_self_k_cache'], outputs: ['out_n_layer_self_k_cache'] },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], outputs: ['out_n_layer_self_v_cache'] },
    ],
    constants: { ...weights(vocabulary), ...timing.constants },
    metadata: {},
  };
}

type Timing = Pick<OnnxModel, 'outputs' | 'nodes' | 'constants'>;

/** Attention: the tone of the token that is most likely to come next, against each frame. */
function showAttention({ tokens, size, id }: Vocabulary): Timing {
  const sounds = Array.from({ length: size }, (_, token) => {
    const said = tokens[token];
    if (said !== undefined) return row(stateSize, { [audibleHertz.indexOf(said.hertz)]: attentionLogit });
    return row(stateSize, token === id('end') ? { [silenceColumn]: attentionLogit } : {});
  });
  return {
    outputs: [{ name: 'cross_attention_weights', type: 'float', shape: ['batch', 1, 'length', 'frames'] }],
    nodes: [
      { op: 'Identity', inputs: ['text'], outputs: ['logits'] },
      { op: 'Softmax', inputs: ['text'], outputs: ['next'], attributes: { axis: 2 } },
      { op: 'MatMul', inputs: ['next', 'sounds'], outputs: ['sought'] },
      { op: 'Squeeze', inputs: ['n_layer_cross_k', 'layer'], outputs: ['frames'] },
      { op: 'Transpose', inputs: ['frames'], outputs: ['turned'], attributes: { perm: [0, 2, 1] } },
      { op: 'MatMul', inputs: ['sought', 'turned'], outputs: ['attention'] },
      { op: 'Unsqueeze', inputs: ['attention', 'head'], outputs: ['cross_attention_weights'] },
    ],
    constants: { sounds: table(sounds), layer: integers(0), head: integers(1) },
  };
}

/** A frame of the encoder and a token for a time are both 20 ms, so a frame's number is that of its token. */
function timeSegment({ size, firstTime, id }: Vocabulary): Timing {
  const over = Array.from({ length: size }, (_, token) => (token === id('end') ? 0 : neverLogit));
  const find = (what: string, last: number, offset: string) => [
    {
      op: 'ArgMax',
      inputs: ['sound'],
      outputs: [`${what}.frame`],
      attributes: { axis: 2, keepdims: 0, select_last_index: last },
    },
    { op: 'Squeeze', inputs: [`${what}.frame`, 'layer'], outputs: [`${what}.number`] },
    { op: 'Add', inputs: [`${what}.number`, offset], outputs: [what] },
    { op: 'OneHot', inputs: [what, 'size', `${what}.logits`], outputs: [`${what}.row`] },
  ];
  return {
    outputs: [],
    nodes: [
      { op: 'Gather', inputs: ['n_layer_cross_v', 'silence'], outputs: ['silent'], attributes: { axis: 3 } },
      { op: 'Neg', inputs: ['silent'], outputs: ['sound'] },
      ...find('open', 0, 'first'),
      ...find('close', 1, 'behind'),
      { op: 'Equal', inputs: ['tokens', 'close'], outputs: ['closed'] },
      { op: 'Cast', inputs: ['closed'], outputs: ['closed.float'], attributes: { to: 1 } },
      { op: 'Unsqueeze', inputs: ['closed.float', 'column'], outputs: ['closed.column'] },
      { op: 'Mul', inputs: ['closed.column', 'over'], outputs: ['over.row'] },
      { op: 'Sum', inputs: ['text', 'open.row', 'close.row', 'over.row'], outputs: ['logits'] },
    ],
    constants: {
      silence: integers(silenceColumn),
      layer: integers(0),
      column: integers(2),
      first: integers(firstTime),
      behind: integers(firstTime + 1),
      size: integers(size),
      'open.logits': floats([0, openLogit]),
      'close.logits': floats([0, closeLogit]),
      over: floats(over),
    },
  };
}

/** `says`: logits for a tone; `follows`: logits by the token before. */
function weights({ tokens, size, firstTime, id }: Vocabulary): OnnxModel['constants'] {
  const says = Array.from({ length: stateSize }, (_, column) => {
    const token = tokens.findIndex(({ hertz }) => hertz === audibleHertz[column]);
    const said = tokens[token];
    return said === undefined ? row(size, {}) : row(size, { [token]: heardLogit, [id(said.language)]: 1 });
  });
  const follows = Array.from({ length: size }, (_, before) =>
    Array.from({ length: size }, (_, after) => {
      if (after === id('end')) return endLogit;
      if (after >= firstTime) return 0;
      const isLater = after < tokens.length && (before >= tokens.length || after > before);
      return isLater ? laterLogit * after : neverLogit;
    }),
  );
  return { says: table(says), follows: table(follows) };
}
