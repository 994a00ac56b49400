import type { Capabilities, EngineDescription } from '#lib/recognition/engine';
import { languageFor, matchLanguage } from '#lib/recognition/options/match-language';
import type { RecognitionOptions } from '#lib/recognition/options/options';

/**
 * Chooses the engine to retry pieces that another left empty: a local model that understands any language that may be
 * spoken there, preferably with the same punctuation. Not PocketSphinx: of speech that a neural model can't understand,
 * it gets nine in ten words wrong, which is worse than a note. Not a server: recordings go only to servers chosen for
 * them.
 */
export function chooseOtherEngine(
  own: EngineDescription,
  options: Pick<RecognitionOptions, 'language' | 'translate'>,
  engines: readonly EngineDescription[],
): EngineDescription | undefined {
  const able = engines.filter(
    ({ id, engine, capabilities }) =>
      id !== own.id &&
      engine === 'sherpa' &&
      understands(capabilities, own.capabilities, options.language) &&
      (options.translate !== true || capabilities.translates === true) &&
      // Spread words among timed ones would look like words in pauses that nobody spoke.
      (own.capabilities.words === 'spread' || capabilities.words === 'timed'),
  );
  const isAlike = ({ capabilities }: EngineDescription) =>
    capabilities.punctuated === own.capabilities.punctuated;
  return able.find(isAlike) ?? able[0];
}

/** In an unknown language, a model invents fluent words, so it must know all languages that may be spoken. */
function understands(other: Capabilities, own: Capabilities, asked: string | undefined): boolean {
  const named = asked === 'auto' ? undefined : asked;
  const only = named ?? languageFor(undefined, own);
  if (only !== undefined) return matchLanguage(only, other) !== undefined;
  if (!other.detectsLanguage) return false;
  if (other.languages === undefined) return true;
  return own.languages?.every((language) => matchLanguage(language, other) !== undefined) ?? false;
}
