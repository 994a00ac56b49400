import type { Capabilities } from '#lib/recognition/engine';

/**
 * The language of the engine that serves the one asked for: the same tag, else one of the same language whose script and
 * region don't contradict it (`en` serves `en-GB`, `en-US` serves `en`; `pt-PT` does not serve `pt-BR`). Undefined when
 * there is none. An engine that does not say what it understands is given the tag as it is.
 */
export function matchLanguage(
  asked: string,
  { languages }: Pick<Capabilities, 'languages'>,
): string | undefined {
  if (languages === undefined) return asked;
  const wanted = new Intl.Locale(asked);
  return (
    languages.find((tag) => new Intl.Locale(tag).baseName === wanted.baseName) ??
    languages.find((tag) => agrees(new Intl.Locale(tag), wanted))
  );
}

/** The language for an engine: one of its tags, or undefined to detect it. An engine with one language always gets it. */
export function languageFor(
  asked: string | undefined,
  capabilities: Pick<Capabilities, 'languages'>,
): string | undefined {
  if (asked !== undefined && asked !== 'auto') return matchLanguage(asked, capabilities);
  const [only, ...others] = capabilities.languages ?? [];
  return others.length === 0 ? only : undefined;
}

function agrees(own: Intl.Locale, wanted: Intl.Locale): boolean {
  const differs = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && a !== b;
  return (
    own.language === wanted.language &&
    !differs(own.script, wanted.script) &&
    !differs(own.region, wanted.region)
  );
}
