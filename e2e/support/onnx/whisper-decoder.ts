import { audibleHertz } from '#e2e/support/onnx/recognize-tones';
import { floats, integers, table, type OnnxModel, type Value } from '#e2e/support/onnx/onnx-model';
import {
  cross,
  row,
  silenceColumn,
  stateSize,
  textContext,
  type WhisperToken,
  type WhisperVocabulary,
} from '#e2e/support/onnx/whisper-vocabulary';

/*
 * The decoder outputs the tokens of the tones in the piece, in the order in which the tokens are listed, and then the
 * end. Each tone also votes for the language of its token, which is how the language is detected. The request to
 * translate is in the prompt, which the decoder sees once: from then on, its cache is 1 instead of 0.
 *
 * Times come in one of two ways. A decoder that outputs its attention attends to the tone of the next token, and at the
 * end to silence: the library derives the tokens' times from it. Any other decoder outputs when the first tone begins
 * and the last one ends, as the times of a segment.
 */

/** The kind of times that the decoder outputs. */
export type WhisperTimes = 'tokens' | 'segments';

/** Logits: for a tone that is heard, per token further down the list, for the end, and for what is impossible. */
const heardLogit = 100;
const laterLogit = -10;
const endLogit = 50;
/** A segment opens rather than closes where both are possible, and closes rather than ends. */
const openLogit = 70;
const closeLogit = 60;
const neverLogit = -10_000;
/** The attention logit of the tone in question, before the softmax; all others have 0. */
const attentionLogit = 10;

/** Returns the decoder of a model with these tokens. */
export function whisperDecoder(vocabulary: WhisperVocabulary, times: WhisperTimes): OnnxModel {
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
      ...translation,
      { op: 'MatMul', inputs: ['heard', 'says'], outputs: ['original'] },
      { op: 'MatMul', inputs: ['heard', 'says.english'], outputs: ['english'] },
      { op: 'Where', inputs: ['translates', 'english', 'original'], outputs: ['said'] },
      { op: 'Gather', inputs: ['follows', 'tokens'], outputs: ['following'], attributes: { axis: 0 } },
      { op: 'Add', inputs: ['following', 'said'], outputs: ['text'] },
      ...timing.nodes,
      { op: 'Max', inputs: ['in_n_layer_self_k_cache', 'asked'], outputs: ['out_n_layer_self_k_cache'] },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], outputs: ['out_n_layer_self_v_cache'] },
    ],
    constants: { ...weights(vocabulary), ...timing.constants },
    metadata: {},
  };
}

/** `translates`: true if the prompt has asked for a translation, now or before. */
const translation: OnnxModel['nodes'] = [
  { op: 'Equal', inputs: ['tokens', 'translate'], outputs: ['prompt'] },
  { op: 'Cast', inputs: ['prompt'], outputs: ['prompt.float'], attributes: { to: 1 } },
  { op: 'ReduceMax', inputs: ['prompt.float'], outputs: ['asked.now'], attributes: { axes: [0, 1] } },
  {
    op: 'ReduceMax',
    inputs: ['in_n_layer_self_k_cache'],
    outputs: ['asked.before'],
    attributes: { axes: [0, 1, 2, 3], keepdims: 0 },
  },
  { op: 'Max', inputs: ['asked.now', 'asked.before'], outputs: ['asked'] },
  { op: 'Cast', inputs: ['asked'], outputs: ['translates'], attributes: { to: 9 } },
];

type Timing = Pick<OnnxModel, 'outputs' | 'nodes' | 'constants'>;

/** Outputs attention: the tone of the most likely next token, against each frame. */
function showAttention({ tokens, size, id }: WhisperVocabulary): Timing {
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

/**
 * Outputs the times of a segment. Encoder frames and time tokens are both 20 ms, so a frame's number is that of its
 * token.
 */
function timeSegment({ size, firstTime, id }: WhisperVocabulary): Timing {
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

/** `says`: logits for a tone; `says.english`: those in a translation; `follows`: logits by the previous token. */
function weights({ tokens, size, firstTime, id }: WhisperVocabulary): OnnxModel['constants'] {
  const say = (find: (said: WhisperToken) => string) =>
    Array.from({ length: stateSize }, (_, column) => {
      const said = tokens.find(({ hertz }) => hertz === audibleHertz[column]);
      if (said === undefined) return row(size, {});
      const number = tokens.findIndex(({ token }) => token === find(said));
      return row(size, { [number]: heardLogit, [id(said.language)]: 1 });
    });
  const follows = Array.from({ length: size }, (_, before) =>
    Array.from({ length: size }, (_, after) => {
      if (after === id('end')) return endLogit;
      if (after >= firstTime) return 0;
      const isLater = after < tokens.length && (before >= tokens.length || after > before);
      return isLater ? laterLogit * after : neverLogit;
    }),
  );
  return {
    says: table(say(({ token }) => token)),
    'says.english': table(say(({ token, english = token }) => english)),
    follows: table(follows),
    translate: integers(id('translate')),
  };
}
