import type { Capabilities } from '#lib/recognition/engine';

/**
 * Returns the engine's language for the requested one: the same tag, else the same language with a compatible script
 * and region (`en` serves `en-GB`, `en-US` serves `en`; `pt-PT` doesn't serve `pt-BR`). Undefined if there is none.
 * Returns the tag itself if the engine's languages are unknown.
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

/** Returns an engine's tag for a language, or undefined to detect it. A single-language engine always gets its own. */
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
