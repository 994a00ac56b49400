import { uploadOptions } from '#lib/api/v1/schemas';

/** The options of `recognizeJob`: those of a submission that choose how it is recognized. */
export const recognitionOptions = uploadOptions
  .pick({ language: true, speakers: true, vocabulary: true, engine: true, audio_tracks: true })
  .describe('The options that differ from those of the submission.');
