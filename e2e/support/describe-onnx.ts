/** Builds an ONNX file with only this metadata and these inputs: enough to identify it, not to load it. */
export function describeOnnx(metadata: Record<string, string>, inputs: string[] = ['x']): Buffer {
  const text = (number: number, value: string) => field(number, Buffer.from(value));
  const graph = Buffer.concat([
    // Filler of the size of weights, which a reader must skip.
    field(5, field(9, Buffer.alloc(300_000))),
    ...inputs.map((name) => field(11, text(1, name))),
  ]);
  const pairs = Object.entries(metadata).map(([key, value]) =>
    field(14, Buffer.concat([text(1, key), text(2, value)])),
  );
  return Buffer.concat([Buffer.from([0x08, 0x08]), field(7, graph), ...pairs]);
}

/** Encodes a length-delimited field of protobuf. */
function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
