import type { EngineDescription } from '#lib/recognition/engine';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { openLanguageDetector } from '#lib/recognition/language-doubt/detect-language';
import { isRecognizer } from '#lib/recognition/models/find-models';
import type { InstalledModel } from '#lib/recognition/models/manifest';
import type { RecognitionOptions } from '#lib/recognition/options/options';

/** A page of a text tells its language. */
const shownWords = 500;

/**
 * The options and the order of engines for a recording whose text is known: it only has to be heard well enough to time that, so
 * the smallest model of its language goes before the others. Where the options name no language, that of the text is found
 * out; where it isn't certain, all stays as it is.
 */
export async function preferForText(
  text: readonly string[],
  options: RecognitionOptions,
  { engines, models }: { engines: readonly EngineDescription[]; models: readonly InstalledModel[] },
): Promise<{ options: RecognitionOptions; engines: readonly EngineDescription[] }> {
  const isNamed = options.language !== undefined && options.language !== 'auto';
  const language = isNamed ? options.language : await detectLanguage(text, engines);
  if (language === undefined) return { options, engines };
  const sizes = new Map(
    models.filter(isRecognizer).map((model) => [describeModel(model).id, model.manifest.memoryMb]),
  );
  const getSize = ({ id }: EngineDescription) => sizes.get(id) ?? Number.MAX_VALUE;
  const preferred = {
    options: { ...options, language },
    engines: engines.toSorted((a, b) => getSize(a) - getSize(b)),
  };
  const { engine } = chooseEngine(preferred.options, preferred.engines, { speakerModels: true });
  // The engine that was asked for may not know the language.
  return engine === undefined ? { options, engines } : preferred;
}

/** The language of a text among those of the engines. */
async function detectLanguage(
  text: readonly string[],
  engines: readonly EngineDescription[],
): Promise<string | undefined> {
  const lists = engines.map(({ capabilities }) => capabilities.languages);
  const known = lists.every((list) => list !== undefined) ? new Set(lists.flat()) : undefined;
  const { detect } = await openLanguageDetector(known && [...known]);
  return detect(text.slice(0, shownWords));
}
