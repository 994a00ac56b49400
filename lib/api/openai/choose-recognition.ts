import { DialectError } from '#lib/api/dialects/dialect';
import { readNames } from '#lib/api/dialects/read-names';
import { badField, noTranslation, ofParameters, type ErrorFacts } from '#lib/api/openai/errors';
import { findEngineId } from '#lib/api/openai/models';
import type { RequestOptions } from '#lib/api/openai/contract';
import type { RecognitionOffer } from '#lib/jobs/engines/read-offer';
import type { EngineDescription } from '#lib/recognition/engine';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { fitVocabulary, type RecognitionOptions } from '#lib/recognition/options/options';
import { toRecognitionOptions } from '#lib/recognition/options/parse-options';

/** Converts a request's options, with hints from the prompt, for recognition. Throws a `DialectError` if impossible. */
export function chooseRecognition(
  { translate, model, language, languages, prompt, keywords, format, logprobs }: RequestOptions,
  { engines, speakerModels }: RecognitionOffer,
): RecognitionOptions | undefined {
  const [only, ...others] = languages;
  const asked = {
    engine: model === '' ? undefined : findEngineId(model, engines),
    language: language ?? (others.length > 0 ? 'auto' : only),
    vocabulary: [...keywords],
    translate,
  };
  if (others.length > 0) checkLanguages(languages, asked.engine, engines);
  if (format === 'diarized_json' && !speakerModels) {
    const message = "Speaker identification isn't available on this server. Choose another response_format.";
    throw badField('response_format', message, 'unsupported_value');
  }
  const options = toRecognitionOptions(asked);
  const engine = options === undefined ? engines[0] : requireEngine(options, { engines, speakerModels });
  if (logprobs && engine?.capabilities.confidence !== true) throw noLogprobs(engines);
  const hints =
    engine === undefined ? [] : fitVocabulary([...keywords, ...readNames(prompt)], engine.capabilities);
  return toRecognitionOptions({ ...asked, vocabulary: hints });
}

function requireEngine(
  options: RecognitionOptions,
  { engines, speakerModels }: RecognitionOffer,
): EngineDescription {
  const { engine, faults } = chooseEngine(options, engines, { speakerModels });
  if (engine !== undefined) return engine;
  const untranslated = faults['options.translate'];
  if (untranslated !== undefined) throw noTranslation(untranslated.join(' '), 'model');
  throw new DialectError({ ...ofParameters(faults), code: 'unsupported_value' });
}

/** Of several languages, the spoken one is detected; an engine must support at least one. */
function checkLanguages(
  languages: readonly string[],
  engine: string | undefined,
  engines: readonly EngineDescription[],
): void {
  const isUnderstood = (language: string): boolean =>
    chooseEngine({ language, engine }, engines, { speakerModels: false }).engine !== undefined;
  if (languages.some(isUnderstood)) return;
  const able = engine === undefined ? 'No engine supports any' : `${engine} supports none`;
  const message = `${able} of ${languages.join(', ')}.`;
  throw badField('languages', message, 'unsupported_value');
}

function noLogprobs(engines: readonly EngineDescription[]): DialectError<ErrorFacts> {
  const able = engines.filter(({ capabilities }) => capabilities.confidence).map(({ id }) => id);
  const others = able.length === 0 ? 'No model on this server does.' : `These models do: ${able.join(', ')}.`;
  return badField('include', `This model returns no word probabilities. ${others}`, 'unsupported_value');
}
