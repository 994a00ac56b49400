import pino from 'pino';

/** Members that the database's driver and query builder add, with values of the query: texts, hashes, addresses. */
const valueMembers = new Set(['args', 'detail', 'parameters', 'params', 'query', 'where']);

const deepestCause = 8;

/** An error as the log has it: its kind, message, causes and stack, without the values that a query was sent with. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, ...members } = pino.stdSerializers.err(error);
  const kept = Object.entries(members).filter(([name]) => !valueMembers.has(name));
  const written = listWrittenValues(error);
  const clean = (text: string) => written.reduce((rest, values) => rest.replaceAll(values, ''), text);
  return { ...Object.fromEntries(kept), message: clean(message), stack: clean(stack) };
}

/** The query builder writes all values into its message, too. */
function listWrittenValues(error: Error): string[] {
  const found: string[] = [];
  let cause: unknown = error;
  for (let depth = 0; depth < deepestCause && cause instanceof Error; depth += 1) {
    if ('params' in cause) found.push(`\nparams: ${String(cause.params)}`);
    ({ cause } = cause);
  }
  return found;
}
