import { DialectError } from '#lib/api/dialects/dialect';
import { badParameter, invalid, toFault, type ErrorFacts } from '#lib/api/asr/errors';
import type { RequestOptions } from '#lib/api/asr/read-request-options';
import { readNames } from '#lib/api/dialects/read-names';
import type { RecognitionOffer } from '#lib/jobs/engines/read-offer';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { fitVocabulary, type RecognitionOptions } from '#lib/recognition/options/options';
import { toRecognitionOptions } from '#lib/recognition/options/parse-options';

/** Recognition options of a request in our terms, hints from the prompt included. Throws a `DialectError` if impossible. */
export function chooseRecognition(
  { translate, language, prompt, hotwords, speakers }: RequestOptions,
  { engines, speakerModels }: RecognitionOffer,
): RecognitionOptions | undefined {
  if (speakers !== undefined && !speakerModels) {
    const message = "Speaker identification isn't available on this server. Send diarize=false.";
    throw invalid(badParameter('diarize', message));
  }
  const asked = { language, speakers, vocabulary: [...hotwords], translate };
  const options = toRecognitionOptions(asked);
  const { engine, faults } =
    options === undefined ? { engine: engines[0] } : chooseEngine(options, engines, { speakerModels });
  if (faults !== undefined) {
    throw invalid(...Object.entries(faults).map(toFault));
  }
  const hints = engine && fitVocabulary([...hotwords, ...readNames(prompt)], engine.capabilities);
  return toRecognitionOptions({ ...asked, vocabulary: hints });
}

/** Options that detect the language of a recording. Throws a `DialectError` if no engine on offer can. */
export function chooseDetection({ engines }: RecognitionOffer): RecognitionOptions {
  const engine = engines.find(({ capabilities }) => capabilities.detectsLanguage);
  if (engine === undefined) {
    const detail =
      'No engine can detect the language. Specify it, or install a model that can, such as Whisper.';
    throw new DialectError<ErrorFacts>({ status: 400, detail });
  }
  return { language: 'auto', engine: engine.id };
}
