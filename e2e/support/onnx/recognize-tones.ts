import { floats, integers, table, type OnnxModel } from '#e2e/support/onnx/onnx-model';

/*
 * The tone recognition of all models here: in each frame of the features (log energies of mel bands) the loudest band
 * determines the tone, and the tone selects a row of a table. A band of constant energy is appended, so that a frame in
 * which nothing is louder is silence. So for every recording of clear tones, the output is exactly the table's numbers,
 * to the last bit.
 */

/** The tones that are told apart, from low to high, in hertz. */
export const audibleHertz = [400, 800, 1600, 3200] as const;
export type AudibleHertz = (typeof audibleHertz)[number];

export const featureBands = 80;
const highestHertz = 8000;

/** O'Shaughnessy's formula; the filter banks of all kinds of models are close to it. */
const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);

/** The tone of each band: the nearest one on the mel scale. */
const toneOfBand = Array.from({ length: featureBands }, (_, band) => {
  const mel = (toMel(highestHertz) * (band + 1)) / (featureBands + 1);
  const distances = audibleHertz.map((hertz) => Math.abs(toMel(hertz) - mel));
  return distances.indexOf(Math.min(...distances));
});

type Hearing = Pick<OnnxModel, 'nodes' | 'constants'>;

/**
 * Turns features (batch, bands, frames) into rows of a table (batch, frames, columns): `rows` has one for each of
 * `audibleHertz`; `silence` is the row for everything no louder than `threshold`, in the unit of the features.
 */
export function recognizeTones(
  { features, heard }: { features: string; heard: string },
  { rows, silence, threshold }: { rows: number[][]; silence: number[]; threshold: number },
): Hearing {
  return {
    nodes: [
      { op: 'Slice', inputs: [features, 'hear.0', 'hear.1', 'hear.1'], outputs: ['hear.first'] },
      { op: 'Mul', inputs: ['hear.first', 'hear.nothing'], outputs: ['hear.zeros'] },
      { op: 'Add', inputs: ['hear.zeros', 'hear.threshold'], outputs: ['hear.silence'] },
      { op: 'Concat', inputs: [features, 'hear.silence'], outputs: ['hear.bands'], attributes: { axis: 1 } },
      {
        op: 'ArgMax',
        inputs: ['hear.bands'],
        outputs: ['hear.loudest'],
        attributes: { axis: 1, keepdims: 0 },
      },
      { op: 'Gather', inputs: ['hear.rows', 'hear.loudest'], outputs: [heard], attributes: { axis: 0 } },
    ],
    constants: {
      'hear.0': integers(0),
      'hear.1': integers(1),
      'hear.nothing': floats([0]),
      'hear.threshold': floats([threshold]),
      'hear.rows': table([...toneOfBand.map((tone) => rows[tone] ?? silence), silence]),
    },
  };
}

/** Keeps every `step`th frame of features (batch, bands, frames), each from the middle of its group. */
export function thinOut({ features, thinned }: { features: string; thinned: string }, step: number): Hearing {
  return {
    nodes: [
      {
        op: 'Slice',
        inputs: [features, 'thin.start', 'thin.end', 'thin.axis', 'thin.step'],
        outputs: [thinned],
      },
    ],
    constants: {
      'thin.start': integers(step >> 1),
      'thin.end': integers(2 ** 31),
      'thin.axis': integers(2),
      'thin.step': integers(step),
    },
  };
}

/** Returns a row of natural logarithms of probabilities, with `impossible` where none is given. */
export function logProbabilities(size: number, likely: Record<number, number>): number[] {
  return Array.from({ length: size }, (_, index) => {
    const probability = likely[index];
    return probability === undefined ? impossible : Math.log(probability);
  });
}

/** The logarithm of a probability that is lost in a sum of 32-bit floats. */
export const impossible = -40;
