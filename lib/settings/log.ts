import pino from 'pino';
import type { Logger, LoggerOptions } from 'pino';
import { env } from '#lib/settings/env';
import { redactSecrets } from '#lib/settings/redact-secrets';

/** Maximum delay for request log lines, to write many at once. */
const requestsWaitMs = 200;
const maxWaitingChars = 64 * 1024;

type Members = Record<string, unknown>;

// Next bundles each route separately with its own copy of this module, so they share globalThis.
const holder = globalThis as { longhandLogMembers?: () => Members };

let root: Logger | undefined;
let requests: Logger | undefined;
let stderr: { write(text: string): unknown } | undefined;

/** Members that the database driver and query builder add, which contain query values: texts, hashes, addresses. */
const valueMembers = new Set(['args', 'detail', 'parameters', 'params', 'query', 'where']);

const deepestCause = 8;

/** Returns the process's logger: one JSON object per line on stderr, likely secrets redacted. Never pass it one. */
export function log(): Logger {
  const { secrets } = env();
  root ??= createLogger(
    { write: (line) => openStderr().write(redactSecrets(line, secrets)) },
    { mixin: () => holder.longhandLogMembers?.() ?? {} },
  );
  return root;
}

/** Logs a completed request, buffered: a system call for each would slow the API. Members must contain no secrets. */
export function logRequest(members: Members): void {
  requests ??= createLogger(createQueue(openStderr()));
  requests.info(members, 'request');
}

/** Adds these members to each line of `log()` in this process, such as the current trace. */
export function addToLines(read: () => Members): void {
  holder.longhandLogMembers = read;
}

function createLogger(destination: { write(line: string): void }, options: LoggerOptions = {}): Logger {
  return pino(
    {
      level: env().logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      ...options,
    },
    destination,
  );
}

function openStderr() {
  stderr ??= pino.destination(2);
  return stderr;
}

/** Buffers lines briefly. Flushes when the process exits, unless it is killed. */
function createQueue(target: { write(text: string): unknown }): { write(line: string): void } {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    target.write(lines);
  };
  process.once('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= maxWaitingChars) flush();
      else timer ??= setTimeout(flush, requestsWaitMs).unref();
    },
  };
}

/** Serializes an error for the log: its type, message, causes and stack, without query values. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, ...members } = pino.stdSerializers.err(error);
  const kept = Object.entries(members).filter(([name]) => !valueMembers.has(name));
  const written = listWrittenValues(error);
  const clean = (text: string) => written.reduce((rest, values) => rest.replaceAll(values, ''), text);
  return { ...Object.fromEntries(kept), message: clean(message), stack: clean(stack) };
}

/** The query builder also writes all values into its message. */
function listWrittenValues(error: Error): string[] {
  const found: string[] = [];
  let cause: unknown = error;
  for (let depth = 0; depth < deepestCause && cause instanceof Error; depth += 1) {
    if ('params' in cause) found.push(`\nparams: ${String(cause.params)}`);
    ({ cause } = cause);
  }
  return found;
}
