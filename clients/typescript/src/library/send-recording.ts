import { encodeForm } from './encode-form.ts';
import type { Recording, Sending } from './recording.ts';
import { SourceError } from './send-request.ts';
import { sendForm } from './send-form.ts';

/** Posts a recording, streamed in Node.js, a Blob in browsers; XMLHttpRequest reports progress where it is asked for. */
export async function sendRecording(
  url: string,
  headers: Record<string, string>,
  recording: Recording,
  sending: Sending,
): Promise<Response> {
  return 'process' in globalThis && !('document' in globalThis)
    ? streamForm(url, headers, recording, sending)
    : sendForm(url, headers, recording, sending);
}

async function streamForm(
  url: string,
  headers: Record<string, string>,
  recording: Recording,
  { options, transcript, fetch, onProgress, signal }: Sending,
): Promise<Response> {
  const given = transcript && new Uint8Array(await transcript.arrayBuffer());
  const { contentType, head, tail } = encodeForm(recording, { options, transcript: given });
  const { size } = recording;
  let failure: SourceError | undefined;
  async function* form(): AsyncGenerator<Uint8Array> {
    yield head;
    let sentBytes = 0;
    onProgress?.({ sentBytes, totalBytes: size });
    try {
      for await (const chunk of recording.open()) {
        yield chunk;
        sentBytes += chunk.length;
        onProgress?.({ sentBytes, totalBytes: size });
      }
    } catch (error) {
      failure = new SourceError("The recording couldn't be read.", { cause: error });
      throw error;
    }
    yield tail;
  }
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': contentType,
        ...(size !== undefined && { 'content-length': String(head.length + size + tail.length) }),
      },
      body: toStream(form()),
      // Required by Node.js for streaming request bodies.
      ...{ duplex: 'half' },
      ...(signal && { signal }),
    });
  } catch (error) {
    throw failure ?? error;
  }
}

function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
