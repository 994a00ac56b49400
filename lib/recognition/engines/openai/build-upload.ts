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

/** Builds the multipart body (RFC 7578) for a piece of PCM, sent as WAV. Sends `language` without script and region. */
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
    // Disables random sampling.
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
 * The maximum length of a prompt in bytes of UTF-8, and so in tokens. Whisper reads 224 tokens of it, but vLLM counts
 * them toward the 448 for prompt and words. Names take about three bytes per token, which leaves two thirds for words.
 */
export const maxPromptBytes = 400;

/** Returns a prompt that makes a vocabulary's phrases likely; empty for none. */
export function writePrompt(vocabulary: readonly string[]): string {
  // Ends like a sentence, so that the model keeps writing sentences.
  return vocabulary.length === 0 ? '' : `${vocabulary.join(', ')}.`;
}
