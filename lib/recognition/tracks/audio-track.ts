/** The reason that a track of a recording is not in its transcript. */
export type LeftOut =
  /** It can't be decoded. */
  | 'unreadable'
  /** Its language is not the requested one, or else not that of the main track. */
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
  /** It has no speech. */
  | 'no-speech'
  /** The submission asked for other tracks. */
  | 'not-chosen';

/** A track of a recording; `used` if its words are in the transcript. */
export interface AudioTrack {
  /** Counted from 1, as players do. */
  number: number;
  /** A BCP 47 tag; left out if the file doesn't state it. */
  language?: string;
  title?: string;
  /** Left out if the file doesn't state it. */
  channels?: number;
  used: boolean;
  /** True if only the center channel was recognized, because all speech is there. */
  center?: true;
  /** Missing for used tracks. */
  leftOut?: LeftOut;
}

/** Reasons to leave out a track that may have speech, without a request. */
const unheard: ReadonlySet<LeftOut | undefined> = new Set([
  ...(['unreadable', 'other-language', 'commentary', 'audio-description', 'version'] as const),
]);

/** Returns the tracks that may have speech missing from the transcript, unless they were left out on request. */
export function findUnheardTracks(tracks: readonly AudioTrack[] | undefined): AudioTrack[] {
  return (tracks ?? []).filter(({ leftOut }) => unheard.has(leftOut));
}
