import { integers, type Graph, type OnnxModel } from '#e2e/support/onnx/onnx-model';

/*
 * Adds a fault to a model that shows only while it runs, and only with pieces longer than a limit: so the same model
 * works before and after. Its output for shorter pieces is unchanged.
 */

/** The fault with longer pieces: an operator fails, or never ends. */
export interface LongPieceFault {
  fault: 'fails' | 'hangs';
  /** In the unit of the model's input: frames of 10 ms for most. */
  limit: number;
}

/**
 * Returns the model with such a fault, if one is given. The length is that of the first input along `timeAxis`; the
 * fault is tied to the first output, of floats, so that it is not optimized away.
 */
export function spoilModel(
  model: OnnxModel,
  spoiling: LongPieceFault | undefined,
  timeAxis: number,
): OnnxModel {
  const features = model.inputs[0]?.name ?? '';
  const output = model.outputs[0]?.name ?? '';
  if (spoiling === undefined) return model;
  const { fault, limit } = spoiling;
  const spoiled = fault === 'fails' ? failing(limit) : hanging(limit);
  const sound = `${output}.sound`;
  return {
    ...model,
    nodes: [
      ...model.nodes.map((node) => ({
        ...node,
        inputs: node.inputs.map((name) => (name === output ? sound : name)),
        outputs: node.outputs.map((name) => (name === output ? sound : name)),
      })),
      {
        op: 'Shape',
        inputs: [features],
        outputs: ['fault.frames'],
        attributes: { start: timeAxis, end: timeAxis + 1 },
      },
      ...spoiled.nodes,
      { op: 'Cast', inputs: ['fault.zero'], outputs: ['fault.nil'], attributes: { to: 1 } },
      { op: 'Add', inputs: [sound, 'fault.nil'], outputs: [output] },
    ],
    constants: { ...model.constants, ...spoiled.constants },
  };
}

type Spoiled = Pick<Graph, 'nodes' | 'constants'>;

/** Looks up the length in a list of zeros that is too short for longer pieces. */
function failing(limit: number): Spoiled {
  return {
    nodes: [
      {
        op: 'Gather',
        inputs: ['fault.zeros', 'fault.frames'],
        outputs: ['fault.zero'],
        attributes: { axis: 0 },
      },
    ],
    constants: { 'fault.zeros': integers(...Array.from({ length: limit + 1 }, () => 0)) },
  };
}

/**
 * Passes a zero through a loop with too many iterations to end on any machine: the length above the limit, times 2^40.
 */
function hanging(limit: number): Spoiled {
  const body: Graph = {
    inputs: [
      { name: 'round', type: 'int64', shape: [] },
      { name: 'more', type: 'bool', shape: [] },
      { name: 'handed', type: 'int64', shape: [1] },
    ],
    outputs: [
      { name: 'more.next', type: 'bool', shape: [] },
      { name: 'handed.next', type: 'int64', shape: [1] },
    ],
    nodes: [
      { op: 'Identity', inputs: ['more'], outputs: ['more.next'] },
      { op: 'Identity', inputs: ['handed'], outputs: ['handed.next'] },
    ],
    constants: {},
  };
  return {
    nodes: [
      { op: 'Sub', inputs: ['fault.frames', 'fault.limit'], outputs: ['fault.above'] },
      { op: 'Max', inputs: ['fault.above', 'fault.nothing'], outputs: ['fault.positive'] },
      { op: 'Mul', inputs: ['fault.positive', 'fault.many'], outputs: ['fault.rounds'] },
      {
        op: 'Loop',
        inputs: ['fault.rounds', '', 'fault.nothing'],
        outputs: ['fault.zero'],
        attributes: { body },
      },
    ],
    constants: {
      'fault.limit': integers(limit),
      'fault.many': integers(2 ** 40),
      'fault.nothing': integers(0),
    },
  };
}
