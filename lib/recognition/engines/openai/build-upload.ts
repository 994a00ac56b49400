import { randomUUID } from 'node:crypto';
import { wavHeader } from '#lib/media/pcm';
import { writeLanguage } from '#lib/recognition/models/whisper-language';
import type { Format } from '#lib/recognition/engines/openai/server';

export interface UploadFields {
  model: string;
  language: string | undefined;
  prompt: string;
  format: Format;
}

export interface Upload {
  body: Buffer;
  contentType: string;
}

/** The multipart body (RFC 7578) for one piece of PCM, sent as WAV; `language` without script and region. */
export function buildUpload(pcm: Buffer, fields: UploadFields): Upload {
  const boundary = `longhand-${randomUUID()}`;
  const head = listFields(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="piece.wav"\r\n` +
    'Content-Type: audio/wav\r\n\r\n';
  const body = Buffer.concat([
    Buffer.from(head.join('') + file),
    wavHeader(pcm.length),
    pcm,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

function listFields({ model, language, prompt, format }: UploadFields): [string, string][] {
  const fields: [string, string][] = [
    ['model', model],
    ['response_format', format === 'json' || format === 'text' ? format : 'verbose_json'],
    // Servers that sample do so from the most likely words only.
    ['temperature', '0'],
  ];
  if (format === 'words') {
    fields.push(['timestamp_granularities[]', 'word'], ['timestamp_granularities[]', 'segment']);
  }
  if (language !== undefined) fields.push(['language', writeLanguage(language)]);
  if (prompt !== '') fields.push(['prompt', prompt]);
  return fields;
}

/**
 * The longest prompt, in bytes of UTF-8, and so in tokens at most. Whisper reads 224 tokens of it, but vLLM counts
 * them against the 448 that prompt and words share; names are about three bytes a token, so this leaves two thirds for words.
 */
export const maxPromptBytes = 400;

/** A prompt that makes the phrases of a vocabulary likely; empty for none. */
export function writePrompt(vocabulary: readonly string[]): string {
  // A list that ends like a sentence keeps the model writing sentences.
  return vocabulary.length === 0 ? '' : `${vocabulary.join(', ')}.`;
}
