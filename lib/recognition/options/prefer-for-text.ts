import type { EngineDescription } from '#lib/recognition/engine';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { openLanguageDetector } from '#lib/recognition/language-doubt/detect-language';
import { isRecognizer } from '#lib/recognition/models/find-models';
import type { InstalledModel } from '#lib/recognition/models/manifest';
import type { RecognitionOptions } from '#lib/recognition/options/options';

/** A page of text is enough to detect its language. */
const shownWords = 500;

/**
 * Adapts options and the order of engines to a recording with a given text: recognition only serves its timing, so the
 * smallest model of its language comes first. Detects the text's language if none is given. If it is uncertain, nothing
 * changes.
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
  // The requested engine may not know the language.
  return engine === undefined ? { options, engines } : preferred;
}

/** Detects a text's language among those of the engines. */
async function detectLanguage(
  text: readonly string[],
  engines: readonly EngineDescription[],
): Promise<string | undefined> {
  const lists = engines.map(({ capabilities }) => capabilities.languages);
  const known = lists.every((list) => list !== undefined) ? new Set(lists.flat()) : undefined;
  const { detect } = await openLanguageDetector(known && [...known]);
  return detect(text.slice(0, shownWords));
}
