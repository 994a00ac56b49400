import { PbfReader } from 'pbf';

/**
 * The parts of an exported span that tests check. Ids are in hexadecimal; `parentSpanId` is empty at the root of a
 * trace.
 */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** 1 for an internal span, 2 for a server, 3 for a client, 5 for a consumer. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  /** 2 for an error. */
  status: number;
  /** Attributes of the process that sent it. */
  resource: ReceivedSpan['attributes'];
  /** The library that recorded it. */
  scope: string;
}

type Attributes = ReceivedSpan['attributes'];
type ReadField<T> = (tag: number, result: T, pbf: PbfReader) => void;

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Reads an `ExportTraceServiceRequest` of OTLP 1: the field numbers are those of its protobuf files. */
export function readSpans(body: Buffer): ReceivedSpan[] {
  const spans: ReceivedSpan[] = [];
  const readRequest: ReadField<null> = (tag, _, pbf) => {
    if (tag === 1) spans.push(...readResourceSpans(pbf));
  };
  new PbfReader(body).readFields(readRequest, null);
  return spans;
}

function readResourceSpans(pbf: PbfReader): ReceivedSpan[] {
  const resource: Attributes = {};
  const spans: ReceivedSpan[] = [];
  const read: ReadField<null> = (tag, _, inner) => {
    if (tag === 1) inner.readMessage(readAttributes(1), resource);
    if (tag === 2) spans.push(...readScopeSpans(inner));
  };
  pbf.readMessage(read, null);
  return spans.map((span) => ({ ...span, resource }));
}

function readScopeSpans(pbf: PbfReader): ReceivedSpan[] {
  const scope = { name: '' };
  const spans: ReceivedSpan[] = [];
  const readScope: ReadField<{ name: string }> = (tag, result, inner) => {
    if (tag === 1) result.name = inner.readString();
  };
  const read: ReadField<null> = (tag, _, inner) => {
    if (tag === 1) inner.readMessage(readScope, scope);
    if (tag === 2) spans.push(inner.readMessage(readSpan, newSpan()));
  };
  pbf.readMessage(read, null);
  return spans.map((span) => ({ ...span, scope: scope.name }));
}

function newSpan(): ReceivedSpan {
  return {
    ...{ traceId: '', spanId: '', parentSpanId: '', name: '', kind: 0, status: 0, scope: '' },
    ...{ attributes: {}, links: [], resource: {} },
  };
}

const readSpan: ReadField<ReceivedSpan> = (tag, span, pbf) => {
  if (tag === 1) span.traceId = toHex(pbf.readBytes());
  else if (tag === 2) span.spanId = toHex(pbf.readBytes());
  else if (tag === 4) span.parentSpanId = toHex(pbf.readBytes());
  else if (tag === 5) span.name = pbf.readString();
  else if (tag === 6) span.kind = pbf.readVarint();
  else if (tag === 9) readAttributes(9)(tag, span.attributes, pbf);
  else if (tag === 13) span.links.push(pbf.readMessage(readLink, { traceId: '', spanId: '' }));
  else if (tag === 15) pbf.readMessage(readStatus, span);
};

const readLink: ReadField<{ traceId: string; spanId: string }> = (tag, link, pbf) => {
  if (tag === 1) link.traceId = toHex(pbf.readBytes());
  if (tag === 2) link.spanId = toHex(pbf.readBytes());
};

const readStatus: ReadField<ReceivedSpan> = (tag, span, pbf) => {
  if (tag === 3) span.status = pbf.readVarint();
};

/** Reads the key and value of each field with this number. */
const readAttributes =
  (number: number): ReadField<Attributes> =>
  (tag, attributes, pbf) => {
    if (tag !== number) return;
    const pair = { key: '', value: '' as string | number | boolean };
    pbf.readMessage<typeof pair>((field, found, inner) => {
      if (field === 1) found.key = inner.readString();
      if (field === 2) inner.readMessage(readValue, found);
    }, pair);
    attributes[pair.key] = pair.value;
  };

const readValue: ReadField<{ value: string | number | boolean }> = (tag, found, pbf) => {
  if (tag === 1) found.value = pbf.readString();
  if (tag === 2) found.value = pbf.readBoolean();
  if (tag === 3) found.value = pbf.readVarint(true);
  if (tag === 4) found.value = pbf.readDouble();
};
