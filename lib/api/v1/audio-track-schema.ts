import { z } from 'zod';

/** A track of a job's media, as the record of its recognition shows it. */
export const audioTrack = z.strictObject({
  number: z.int().positive().describe('Number of the track, counted from 1.'),
  language: z.string().optional().describe('Language as a BCP 47 tag. Left out if the media doesn’t say.'),
  title: z.string().optional().describe('Title of the track. Left out if it has none.'),
  channels: z.int().positive().optional().describe('Number of channels. Left out if the media doesn’t say.'),
  used: z.boolean().describe('Whether the track was recognized, and is played in the editor.'),
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
