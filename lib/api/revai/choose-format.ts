import { DialectError } from '#lib/api/dialects/dialect';
import type { ErrorFacts } from '#lib/api/revai/errors';
import { negotiate } from '#lib/api/v1/negotiate';
import { Refusal } from '#lib/refusal';

/** Returns the format preferred by the Accept header, by default the first. Throws a `DialectError` for any other. */
export function chooseFormat<Format extends string>(
  request: Request,
  formats: readonly [Format, ...Format[]],
  synonyms: Record<string, Format> = {},
): Format {
  try {
    return negotiate(request, formats, { byDefault: formats[0], synonyms });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const accept = request.headers.get('accept') ?? '';
    throw new DialectError<ErrorFacts>({
      ...{ status: 406, type: 'unsupported-output-format', title: 'Output format is not supported' },
      ...{ detail: `Unsupported value ${accept}`, current_value: accept, allowed_values: formats },
    });
  }
}
