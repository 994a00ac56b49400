import Negotiator from 'negotiator';
import { Refusal } from '#lib/refusal';

/** The default format, and formats accepted beyond the offered ones. */
interface Choices<Format extends string, Own extends string> {
  byDefault: Format;
  /** Alternative names of formats. */
  synonyms?: Record<string, Format>;
  /** Formats that `Accept` must name: no wildcard matches them, and no refusal lists them. */
  onlyByName?: readonly Own[];
}

/** Returns the offered format preferred by `Accept`, or `byDefault`. Refuses `unsupported-transcript-format`. */
export function negotiate<Format extends string, Own extends string = never>(
  request: Request,
  offered: readonly Format[],
  { byDefault, synonyms = {}, onlyByName = [] }: Choices<Format, Own>,
): Format | Own {
  // Clients request a charset, which makes no different format.
  const accept = (request.headers.get('accept') ?? '*/*').replaceAll(/;\s*charset=[^;,]*/gi, '');
  const named = new Set(accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase()));
  // The negotiator takes the first of equals.
  const [best = ''] = new Negotiator({ headers: { accept } }).mediaTypes([
    byDefault,
    ...offered,
    ...Object.keys(synonyms),
    ...onlyByName.filter((own) => named.has(own)),
  ]);
  const format =
    offered.find((type) => type === best) ?? synonyms[best] ?? onlyByName.find((own) => own === best);
  if (format === undefined)
    throw new Refusal({ kind: 'unsupported-transcript-format', allowedValues: offered });
  return format;
}
