import type { Capabilities, EngineDescription } from '#lib/recognition/engine';
import { languageFor, matchLanguage } from '#lib/recognition/options/match-language';
import type { RecognitionOptions } from '#lib/recognition/options/options';

/**
 * The engine that hears again what another one left empty: a model on this machine that understands whatever may be spoken there;
 * of several, one that punctuates alike, else the first. Not PocketSphinx, since of speech that a neural model can't make out it
 * gets nine words in ten wrong, which is worse than a note. Not a server either: a recording goes to those that were chosen for it.
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
      // Among timed words, those that are spread would be taken for words in pauses, which no one said.
      (own.capabilities.words === 'spread' || capabilities.words === 'timed'),
  );
  const isAlike = ({ capabilities }: EngineDescription) =>
    capabilities.punctuated === own.capabilities.punctuated;
  return able.find(isAlike) ?? able[0];
}

/** In a language that it doesn't know, a model writes fluent words of its own: it must know all that may be spoken. */
function understands(other: Capabilities, own: Capabilities, asked: string | undefined): boolean {
  const named = asked === 'auto' ? undefined : asked;
  const only = named ?? languageFor(undefined, own);
  if (only !== undefined) return matchLanguage(only, other) !== undefined;
  if (!other.detectsLanguage) return false;
  if (other.languages === undefined) return true;
  return own.languages?.every((language) => matchLanguage(language, other) !== undefined) ?? false;
}
