import { PbfWriter } from 'pbf';

/*
 * Writes ONNX models: a graph of operators, its constants, and the metadata that sherpa-onnx reads. Covers only what
 * small models with hand-set weights need. Field numbers are those of onnx/onnx.proto
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), operators those of opset 17.
 */

/** A dimension: a fixed size, or the name of one that is known at run time. */
export type Dimension = number | string;

/** An input or output tensor of a model. */
export interface Value {
  name: string;
  type: keyof typeof dataType;
  shape: Dimension[];
}

/** A tensor whose numbers are part of the model. */
export interface Constant {
  type: Value['type'];
  shape: number[];
  numbers: number[];
}

/** One operator: its inputs and outputs, by name. */
export interface Node {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number | number[] | Graph>;
}

export interface Graph {
  inputs: Value[];
  outputs: Value[];
  /** Ordered so that each node reads only earlier outputs. */
  nodes: Node[];
  constants: Record<string, Constant>;
}

export interface OnnxModel extends Graph {
  metadata: Record<string, string | number>;
}

const dataType = { float: 1, int32: 6, int64: 7, bool: 9 } as const;
const attributeType = { int: 2, graph: 5, ints: 7 } as const;
/** The oldest version supported by both onnxruntime 1.28 and opset 17. */
const irVersion = 8;
const opset = 17;

/** Encodes the model as the content of an `.onnx` file. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, irVersion);
  pbf.writeMessage(7, writeGraph, model);
  pbf.writeMessage(8, writeOpset, opset);
  for (const entry of Object.entries(model.metadata)) pbf.writeMessage(14, writeEntry, entry);
  return pbf.finish();
}

/** Returns a constant of floats; its shape is one dimension unless given. */
export function floats(numbers: number[], shape: number[] = [numbers.length]): Constant {
  return { type: 'float', shape, numbers };
}

/** Returns a one-dimensional constant of 64-bit integers. */
export function integers(...numbers: number[]): Constant {
  return { type: 'int64', shape: [numbers.length], numbers };
}

/** Returns a table, whose rows have equal length, as a two-dimensional constant. */
export function table(rows: number[][]): Constant {
  return floats(rows.flat(), [rows.length, rows[0]?.length ?? 0]);
}

function writeGraph(graph: Graph, pbf: PbfWriter) {
  for (const node of graph.nodes) pbf.writeMessage(1, writeNode, node);
  pbf.writeStringField(2, 'graph');
  for (const constant of Object.entries(graph.constants)) pbf.writeMessage(5, writeConstant, constant);
  for (const input of graph.inputs) pbf.writeMessage(11, writeValue, input);
  for (const output of graph.outputs) pbf.writeMessage(12, writeValue, output);
}

function writeNode({ op, inputs, outputs, attributes = {} }: Node, pbf: PbfWriter) {
  for (const name of inputs) pbf.writeStringField(1, name);
  for (const name of outputs) pbf.writeStringField(2, name);
  pbf.writeStringField(4, op);
  for (const attribute of Object.entries(attributes)) pbf.writeMessage(5, writeAttribute, attribute);
}

function writeAttribute([name, value]: [string, number | number[] | Graph], pbf: PbfWriter) {
  pbf.writeStringField(1, name);
  if (typeof value === 'number') {
    pbf.writeVarintField(3, value);
    pbf.writeVarintField(20, attributeType.int);
  } else if (Array.isArray(value)) {
    for (const number of value) pbf.writeVarintField(8, number);
    pbf.writeVarintField(20, attributeType.ints);
  } else {
    pbf.writeMessage(6, writeGraph, value);
    pbf.writeVarintField(20, attributeType.graph);
  }
}

function writeConstant([name, { type, shape, numbers }]: [string, Constant], pbf: PbfWriter) {
  for (const size of shape) pbf.writeVarintField(1, size);
  pbf.writeVarintField(2, dataType[type]);
  if (type === 'float') pbf.writePackedFloat(4, numbers);
  else pbf.writePackedVarint(type === 'int32' ? 5 : 7, numbers);
  pbf.writeStringField(8, name);
}

/** Writes ValueInfoProto, its TypeProto, and its TypeProto.Tensor, each nested in the previous one. */
function writeValue(value: Value, pbf: PbfWriter) {
  pbf.writeStringField(1, value.name);
  pbf.writeMessage(2, (_, type) => type.writeMessage(1, writeTensorType, value), value);
}

function writeTensorType({ type, shape }: Value, pbf: PbfWriter) {
  pbf.writeVarintField(1, dataType[type]);
  pbf.writeMessage(2, writeShape, shape);
}

function writeShape(shape: Dimension[], pbf: PbfWriter) {
  for (const dimension of shape) pbf.writeMessage(1, writeDimension, dimension);
}

function writeDimension(dimension: Dimension, pbf: PbfWriter) {
  if (typeof dimension === 'number') pbf.writeVarintField(1, dimension);
  else pbf.writeStringField(2, dimension);
}

function writeOpset(version: number, pbf: PbfWriter) {
  pbf.writeStringField(1, '');
  pbf.writeVarintField(2, version);
}

function writeEntry([key, value]: [string, string | number], pbf: PbfWriter) {
  pbf.writeStringField(1, key);
  pbf.writeStringField(2, String(value));
}
