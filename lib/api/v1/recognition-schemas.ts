import { z } from 'zod';

/** A track of a job's media, as in the record of its recognition. */
const audioTrack = z.strictObject({
  number: z.int().positive().describe('Number of the track, counted from 1.'),
  language: z.string().optional().describe('Language as a BCP 47 tag. Left out if the media doesn’t say.'),
  title: z.string().optional().describe('Title of the track. Left out if it has none.'),
  channels: z.int().positive().optional().describe('Number of channels. Left out if the media doesn’t say.'),
  used: z.boolean().describe('True if the track was recognized and is played in the editor.'),
  center_only: z
    .literal(true)
    .optional()
    .describe(
      'Present if all speech is in the center channel of a surround track, so only that was recognized.',
    ),
  reason: z
    .enum([
      ...([
        'unreadable',
        'other_language',
        'commentary',
        'audio_description',
        'version',
        'no_dialogue',
      ] as const),
      ...(['duplicate', 'part_of_mix', 'no_speech', 'not_chosen'] as const),
    ])
    .optional()
    .describe(
      'Why the track was left out: `unreadable`; `other_language`, `commentary`, `audio_description`, `no_dialogue` or another `version` of the sound, as the ' +
        'media says; `duplicate` of another track or `part_of_mix` in another; `no_speech`; `not_chosen` in `audio_tracks`.',
    ),
});

const passage = z.strictObject({
  ts: z.number().nonnegative().describe('Start: seconds from the start of the media, two decimals.'),
  end_ts: z.number().nonnegative().describe('End: seconds from the start of the media, two decimals.'),
});

/** The recognition of a job, as recorded. */
export const recognition = z.strictObject({
  engine_id: z.string().describe('Id of the engine, as a submission names it.'),
  engine: z.string().describe('Name of the engine.'),
  model: z.string().describe('The model that it used.'),
  version: z.string().describe('Version of the program that ran the model.'),
  language: z
    .string()
    .optional()
    .describe(
      'The language that the engine detected or was told, or else the one that most of its text is in, as a BCP 47 tag. Left out ' +
        'when it isn’t certain, and when most of the speech doesn’t seem to be in it.',
    ),
  options: z
    .strictObject({
      language: z.string().describe('The language asked for, or `auto`.'),
      speakers: z
        .union([z.enum(['off', 'auto']), z.int()])
        .describe('The `speakers` of the submission: `off`, `auto` or a number.'),
      vocabulary: z.int().nonnegative().describe('Number of words and phrases in the vocabulary.'),
    })
    .describe('The options used, including defaults.'),
  words: z
    .enum(['timed', 'aligned', 'mixed', 'spread'])
    .describe(
      '`timed` when the engine timed each word, `aligned` when its text was aligned with the audio to time each word, `spread` when times are ' +
        'estimates, `mixed` when some are.',
    ),
  second_opinion: z
    .string()
    .optional()
    .describe(
      'The second model, whose words were compared to give each word a confidence. Left out if the confidence is the engine’s own, or there is none.',
    ),
  speakers_by: z
    .enum(['none', 'channel', 'voice'])
    .describe('The way speakers were identified: not at all, by the channels of the recording, or by voice.'),
  speed: z
    .number()
    .nonnegative()
    .optional()
    .describe('Seconds of the recording per second of work. Left out until measured.'),
  notes: z
    .array(
      z.enum([
        'speakers_failed',
        'punctuation_failed',
        'text_given',
        'words_removed',
        'sound_lost',
        'speech_not_understood',
        'language_doubtful',
      ]),
    )
    .describe(
      '`speakers_failed`: speakers couldn’t be identified, so the transcript has only one. `punctuation_failed`: the transcript couldn’t be punctuated. `text_given`: the text was submitted with the recording, and the engine only timed it. `words_removed`: words that were ' +
        'repeated, or recognized during silence, were removed. `sound_lost`: some of the sound in the file couldn’t be decoded, see `lost_sound`. `speech_not_understood`: there are passages with speech but no words, listed in `not_understood`. ' +
        '`language_doubtful`: some of the speech doesn’t seem to be in the language asked for, or else in that of the transcript.',
    ),
  lost_sound: z
    .strictObject({
      seconds: z.number().nonnegative().describe('Seconds of sound that couldn’t be decoded.'),
      of_seconds: z.number().nonnegative().describe('Seconds of sound in the file.'),
    })
    .optional()
    .describe(
      'Damaged sound. It is neither transcribed nor charged. Left out if everything could be decoded.',
    ),
  not_understood: z
    .array(passage)
    .optional()
    .describe('Passages with speech but no words, in order of time. Left out if there are none.'),
  language_doubtful: z
    .array(passage)
    .optional()
    .describe('The passages that the note `language_doubtful` refers to.'),
  passages: z
    .array(
      passage.extend({
        engine_id: z.string().describe('Id of the engine that recognized the passage.'),
        model: z.string().describe('The model that it used.'),
        language: z.string().optional().describe('Language of the passage. Left out when it isn’t certain.'),
      }),
    )
    .optional()
    .describe(
      'Passages that were recognized again on their own, in order of time. Left out if there are none.',
    ),
  audio_tracks: z
    .array(audioTrack)
    .optional()
    .describe(
      'The audio tracks of the media, in order. Left out if there is only one and all of it was recognized.',
    ),
});
