/** Why a track of a recording is not in its transcript. */
export type LeftOut =
  /** It can't be decoded. */
  | 'unreadable'
  /** Its language is not the one asked for, or not that of the main track. */
  | 'other-language'
  /** People talk about the film. */
  | 'commentary'
  /** A narrator describes the picture for blind people. */
  | 'audio-description'
  /** Another version of the sound for some of the audience. */
  | 'version'
  /** The sound without its dialogue. */
  | 'no-dialogue'
  /** The same sound is in another track. */
  | 'duplicate'
  /** Another track has this sound and more. */
  | 'part-of-mix'
  /** Nobody speaks in it. */
  | 'no-speech'
  /** The submission asked for other tracks. */
  | 'not-chosen';

/** A track of a recording, and whether its words are in the transcript. */
export interface AudioTrack {
  /** Counted from 1, as players do. */
  number: number;
  /** A BCP 47 tag; left out where the file doesn't say. */
  language?: string;
  title?: string;
  /** Left out where the file doesn't say. */
  channels?: number;
  used: boolean;
  /** That only the channel in the center was recognized, because the speech is all there. */
  center?: true;
  /** Left out of tracks that are used. */
  leftOut?: LeftOut;
}

/** The reasons for which a track is left out though someone may speak there, and nobody has asked to. */
const unheard: ReadonlySet<LeftOut | undefined> = new Set([
  ...(['unreadable', 'other-language', 'commentary', 'audio-description', 'version'] as const),
]);

/** The tracks of a recording that may have speech which is not in the transcript, unless that was asked for. */
export function findUnheardTracks(tracks: readonly AudioTrack[] | undefined): AudioTrack[] {
  return (tracks ?? []).filter(({ leftOut }) => unheard.has(leftOut));
}
