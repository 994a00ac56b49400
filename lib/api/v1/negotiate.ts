import Negotiator from 'negotiator';
import { Refusal } from '#lib/refusal';

/**
 * The format that the request's Accept header prefers among those offered; `byDefault` when it does not care.
 * Names in `synonyms` are understood as the format they stand for. Refuses `unsupported-transcript-format`.
 */
export function negotiate<Format extends string>(
  request: Request,
  offered: readonly Format[],
  { byDefault, synonyms = {} }: { byDefault: Format; synonyms?: Record<string, Format> },
): Format {
  // Clients ask for a charset, which is no other format.
  const accept = (request.headers.get('accept') ?? '*/*').replaceAll(/;\s*charset=[^;,]*/gi, '');
  // Of equals the negotiator takes the first.
  const [best = ''] = new Negotiator({ headers: { accept } }).mediaTypes([
    byDefault,
    ...offered,
    ...Object.keys(synonyms),
  ]);
  const format = offered.find((one) => one === best) ?? synonyms[best];
  if (format === undefined)
    throw new Refusal({ kind: 'unsupported-transcript-format', allowedValues: offered });
  return format;
}
