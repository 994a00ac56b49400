import { Busboy } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request for a transcription, as it arrived. */
export interface Upload {
  path: string;
  headers: IncomingMessage['headers'];
  /** The form's fields; a repeated field has several values. */
  fields: Record<string, string[]>;
  fileName: string;
  /** The audio after the WAV header. */
  pcm: Buffer;
  seconds: number;
}

/**
 * Reads the multipart form of a request for a transcription. Throws an `Error` that describes what is wrong with it.
 */
export async function readUpload(request: IncomingMessage): Promise<Upload> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data; boundary=')) throw new Error(`the content type is ${type}`);
  const body = await buffer(request);
  const { fields, files } = await parseForm(type, body);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} files were sent`);
  if (file.field !== 'file' || file.type !== 'audio/wav') throw new Error(`${file.field} is ${file.type}`);
  const pcm = readWav(file.bytes);
  const path = request.url ?? '';
  return { path, headers: request.headers, fields, fileName: file.name, pcm, seconds: pcm.length / 32_000 };
}

interface SentFile {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

function parseForm(type: string, body: Buffer) {
  return new Promise<{ fields: Record<string, string[]>; files: SentFile[] }>((resolve, reject) => {
    const fields: Record<string, string[]> = {};
    const files: SentFile[] = [];
    const reading: Promise<void>[] = [];
    const form = new Busboy({ headers: { 'content-type': type } });
    form.on('field', (name, value) => {
      (fields[name] ??= []).push(value);
    });
    form.on('file', (field, stream, name, _encoding, fileType) => {
      reading.push(buffer(stream).then((bytes) => void files.push({ field, name, type: fileType, bytes })));
    });
    form.on('error', reject);
    form.on('finish', () => {
      Promise.all(reading).then(() => resolve({ fields, files }), reject);
    });
    form.end(body);
  });
}

/** Returns the audio of a WAV file, which must be 16 kHz, mono, signed 16-bit, and as long as its header says. */
function readWav(wav: Buffer): Buffer {
  const text = (at: number, length: number) => wav.toString('latin1', at, at + length);
  const found = {
    marks: `${text(0, 4)} ${text(8, 4)} ${text(12, 4)} ${text(36, 4)}`,
    riffBytes: wav.readUInt32LE(4),
    formatBytes: wav.readUInt32LE(16),
    encoding: wav.readUInt16LE(20),
    channels: wav.readUInt16LE(22),
    sampleRate: wav.readUInt32LE(24),
    byteRate: wav.readUInt32LE(28),
    frameBytes: wav.readUInt16LE(32),
    bits: wav.readUInt16LE(34),
    dataBytes: wav.readUInt32LE(40),
  };
  const right = {
    marks: 'RIFF WAVE fmt  data',
    riffBytes: wav.length - 8,
    formatBytes: 16,
    encoding: 1,
    channels: 1,
    sampleRate: 16_000,
    byteRate: 32_000,
    frameBytes: 2,
    bits: 16,
    dataBytes: wav.length - 44,
  };
  const [is, should] = [JSON.stringify(found), JSON.stringify(right)];
  if (is !== should) throw new Error(`the WAV header says ${is} instead of ${should}`);
  return wav.subarray(44);
}
