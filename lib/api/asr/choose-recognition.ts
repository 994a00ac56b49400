import { DialectError } from '#lib/api/dialects/dialect';
import { badParameter, invalid, toFault, type ErrorFacts } from '#lib/api/asr/errors';
import type { RequestOptions } from '#lib/api/asr/read-request-options';
import { readNames } from '#lib/api/dialects/read-names';
import type { RecognitionOffer } from '#lib/jobs/engines/read-offer';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { fitVocabulary, type RecognitionOptions } from '#lib/recognition/options/options';
import { toRecognitionOptions } from '#lib/recognition/options/parse-options';

/** Converts a request's options, with hints from the prompt, for recognition. Throws a `DialectError` if impossible. */
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

/** Returns options that detect a recording's language. Throws a `DialectError` if no available engine can. */
export function chooseDetection({ engines }: RecognitionOffer): RecognitionOptions {
  const engine = engines.find(({ capabilities }) => capabilities.detectsLanguage);
  if (engine === undefined) {
    const detail =
      'No engine can detect the language. Specify it, or install a model that can, such as Whisper.';
    throw new DialectError<ErrorFacts>({ status: 400, detail });
  }
  return { language: 'auto', engine: engine.id };
}
