import { z } from 'zod';
import { uploadOptions } from '#lib/api/v1/schemas';

/** The recognition options of a submission. */
const recognitionOptions = uploadOptions.pick({
  ...{ language: true, speakers: true, vocabulary: true, engine: true, audio_tracks: true },
});

const seconds = z.number().min(0);

/** The options of `recognizeJob`. */
export const recognizeOptions = recognitionOptions
  .extend({
    task: z
      .enum(['recognize', 'speakers'])
      .optional()
      .describe(
        '`recognize` (default) recognizes the words again. `speakers` only identifies the speakers again, without changing a word; ' +
          'of the other options, only `speakers` and `audio_tracks` count.',
      ),
    passage: z
      .strictObject({
        start: seconds.describe('Start: seconds from the start of the media.'),
        end: seconds.describe('End: seconds from the start of the media, at least half a second later.'),
      })
      .optional()
      .describe(
        'Recognizes only this part of the recording, at the price of its length. Not with `speakers` as task.',
      ),
  })
  .describe('The options that differ from those of the submission.');
