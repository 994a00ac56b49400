import { EngineFailure, type PieceOptions } from '#lib/recognition/engine';
import { askServer, type Answer } from '#lib/recognition/engines/openai/ask-server';
import { buildUpload } from '#lib/recognition/engines/openai/build-upload';
import { type ReadTranscript, readAnswer } from '#lib/recognition/engines/openai/read-answer';
import { formats, type Endpoint, type Format } from '#lib/recognition/engines/openai/server';
import type { Piece } from '#lib/recognition/pieces/piece';

export type PieceResult =
  | { kind: 'heard'; heard: ReadTranscript }
  | { kind: 'busy'; cause: string; askedRestMs: number }
  | { kind: 'refused'; cause: string }
  | { kind: 'failed'; cause: string };

export interface Job {
  pcm: Buffer;
  piece: Pick<Piece, 'startMs' | 'endMs'>;
  options: PieceOptions;
  prompt: string;
  model: string;
  key: string | undefined;
}

/**
 * The consecutive pieces that must fail in a better format and succeed as `json` before a server's errors count as
 * rejecting the format: speaches answers 500 if its Parakeet models are asked for `verbose_json`, but so does an
 * occasional error.
 */
const plainSuccessesToSwitch = 3;

/**
 * Recognizes a piece on a server in the best format that it accepts, which is stored in `server`. If a translation is
 * rejected in all formats, retries without the language. Throws an `EngineFailure` if the setup is wrong for every
 * piece, and the signal's reason.
 */
export async function recognizePiece(server: Endpoint, job: Job, signal: AbortSignal): Promise<PieceResult> {
  const { language, translate = false } = job.options;
  const withoutLanguage = { ...job, options: { ...job.options, language: undefined } };
  if (!server.takesLanguage) return tryFormats(server, withoutLanguage, signal);
  const outcome = await tryFormats(server, job, signal);
  if (outcome.kind !== 'refused' || !translate || language === undefined) return outcome;
  const second = await tryFormats(server, withoutLanguage, signal);
  if (second.kind === 'heard') server.takesLanguage = false;
  return second;
}

async function tryFormats(server: Endpoint, job: Job, signal: AbortSignal): Promise<PieceResult> {
  let format: Format | undefined = server.format ?? formats[0];
  let refusal = '';
  while (format !== undefined) {
    const answer = await ask(server, format, job, signal);
    if (answer.kind === 'body') {
      const outcome = read(answer, server, job);
      if (outcome.kind === 'heard') remember(server, format);
      return outcome;
    }
    if (answer.kind === 'misconfigured') throw new EngineFailure(answer.cause);
    if (answer.kind === 'error')
      return await askPlainly(server, { format, cause: answer.cause }, job, signal);
    if (answer.kind !== 'refused') return answer;
    refusal = answer.cause;
    format = formats[formats.indexOf(format) + 1];
  }
  return { kind: 'refused', cause: refusal };
}

/** Retries a piece as `json` on a server that failed in a format which it has never accepted. */
async function askPlainly(
  server: Endpoint,
  { format, cause }: { format: Format; cause: string },
  job: Job,
  signal: AbortSignal,
): Promise<PieceResult> {
  if (server.format !== undefined || format === 'json' || format === 'text') return { kind: 'failed', cause };
  const answer = await ask(server, 'json', job, signal);
  const outcome = answer.kind === 'body' ? read(answer, server, job) : undefined;
  if (outcome?.kind !== 'heard') return { kind: 'failed', cause };
  server.plainSuccesses += 1;
  if (server.plainSuccesses >= plainSuccessesToSwitch) remember(server, 'json');
  return outcome;
}

function ask(server: Endpoint, format: Format, job: Job, signal: AbortSignal): Promise<Answer> {
  const { model, prompt, key, options } = job;
  const upload = buildUpload(job.pcm, { model, language: options.language, prompt, format });
  return askServer(server, { upload, key, signal });
}

function read(
  { body, contentType }: { body: string; contentType: string },
  server: Endpoint,
  { piece }: Job,
): PieceResult {
  const heard = readAnswer(body, contentType, piece);
  if (heard !== undefined) return { kind: 'heard', heard };
  return { kind: 'failed', cause: `${server.name}: responded with something that is not a transcription` };
}

function remember(server: Endpoint, format: Format): void {
  server.format = format;
  server.plainSuccesses = 0;
}
