import type { EditedSpeaker } from '#lib/transcript/edit';

/** Colors of speakers; a speaker without one takes the color of its id. */
export const speakerColorCount = 10;

/** The color of a speaker, 0 to 9. */
export const getSpeakerColor = ({ id, colour }: EditedSpeaker): number => colour ?? id % speakerColorCount;
