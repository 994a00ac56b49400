import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamEvents, type EventSink } from '#lib/events/event-stream';

/** A stream with its sink, and how often what feeds it was ended. */
function open(signal = new AbortController().signal) {
  let sink: EventSink | undefined;
  let ends = 0;
  const stream = streamEvents(signal, (given) => {
    sink = given;
    return () => (ends += 1);
  });
  if (sink === undefined) throw new Error('the stream was not followed');
  return { stream, sink, ends: () => ends };
}

const read = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

test('events are written with their name, their data as JSON, and their id', async () => {
  const { stream, sink, ends } = open();
  sink.send({ name: 'gap' });
  sink.send({ name: 'revision', id: 7, data: { by: 'Ann\nBob' } });
  sink.close();
  const expected = 'retry: 1000\n\nevent: gap\ndata:\n\nid: 7\nevent: revision\ndata: {"by":"Ann\\nBob"}\n\n';
  assert.equal(await read(stream), expected);
  assert.equal(ends(), 1);
});

test('an aborted request, a cancelled stream and a closed sink each end it once, and later events are dropped', async () => {
  const request = new AbortController();
  const aborted = open(request.signal);
  const cancelled = open();
  request.abort();
  await cancelled.stream.cancel();
  for (const { sink, ends } of [aborted, cancelled]) {
    sink.send({ name: 'late' });
    sink.close();
    assert.equal(ends(), 1);
  }
  assert.equal(await read(aborted.stream), 'retry: 1000\n\n');
});

test('a stream for a client that has gone already ends at once', async () => {
  const { stream, sink, ends } = open(AbortSignal.abort());
  assert.equal(ends(), 1);
  sink.send({ name: 'late' });
  sink.close();
  assert.equal(await read(stream), 'retry: 1000\n\n');
});

test('a source that closes the stream while it begins is ended too', async () => {
  let ends = 0;
  const stream = streamEvents(new AbortController().signal, ({ close }) => {
    close();
    return () => (ends += 1);
  });
  assert.equal(await read(stream), 'retry: 1000\n\n');
  assert.equal(ends, 1);
});
