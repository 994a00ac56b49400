import { AsrError, badParameter, invalid, toError } from '#lib/api/asr/errors';
import type { RequestOptions } from '#lib/api/asr/read-request-options';
import { readNames } from '#lib/api/dialects/read-names';
import type { RecognitionOffer } from '#lib/jobs/engines/read-offer';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { fitVocabulary, type RecognitionOptions } from '#lib/recognition/options/options';
import { toRecognitionOptions } from '#lib/recognition/options/parse-options';
import { Refusal } from '#lib/refusal';

/**
 * What a request asks of recognition, in the words of our own API; undefined for nothing. A prompt is a hint: its names
 * are used where the engine has a use for them. Throws an `AsrError` for all that no engine on offer can do.
 */
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
    throw new AsrError(toError(new Refusal({ kind: 'invalid-parameters', parameters: faults })));
  }
  const hints = engine && fitVocabulary([...hotwords, ...readNames(prompt)], engine.capabilities);
  return toRecognitionOptions({ ...asked, vocabulary: hints });
}

/** How the language of a recording is found out. Throws an `AsrError` where no engine on offer can tell. */
export function chooseDetection({ engines }: RecognitionOffer): RecognitionOptions {
  const engine = engines.find(({ capabilities }) => capabilities.detectsLanguage);
  if (engine === undefined) {
    const detail =
      'No engine can detect the language. Specify it, or install a model that can, such as Whisper.';
    throw new AsrError({ status: 400, detail });
  }
  return { language: 'auto', engine: engine.id };
}
