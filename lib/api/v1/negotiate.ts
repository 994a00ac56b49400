import Negotiator from 'negotiator';
import { Refusal } from '#lib/refusal';

/** The default format, and names that are accepted beyond the offered formats. */
interface Choices<Format extends string, Own extends string> {
  byDefault: Format;
  /** Names that are understood as the format they stand for. */
  synonyms?: Record<string, Format>;
  /** Formats that only a header which names them can choose: no wildcard means them, and no refusal lists them. */
  onlyByName?: readonly Own[];
}

/** The offered format that the Accept header prefers, or `byDefault`. Refuses `unsupported-transcript-format`. */
export function negotiate<Format extends string, Own extends string = never>(
  request: Request,
  offered: readonly Format[],
  { byDefault, synonyms = {}, onlyByName = [] }: Choices<Format, Own>,
): Format | Own {
  // Clients ask for a charset, which is no other format.
  const accept = (request.headers.get('accept') ?? '*/*').replaceAll(/;\s*charset=[^;,]*/gi, '');
  const named = new Set(accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase()));
  // Of equals the negotiator takes the first.
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
