import type { recordTexts } from '#components/texts/recognition';

/** How a job was recognised, as its owner is shown it. */
export interface ShownRecognition {
  engine: string;
  model: string;
  version: string;
  /** A BCP 47 tag; undefined when it was neither asked for nor found out. */
  language: string | undefined;
  /** Nobody asked for this language. */
  isLanguageAutomatic: boolean;
  speakers: 'auto' | 'off' | number;
  speakersBy: 'none' | 'channel' | 'voice';
  /** How many words and phrases were made more likely. */
  phrases: number;
  /** Seconds of the recording per second of work. */
  speed: number | undefined;
  notes: RecognitionRemark[];
}

/** What a reader might not expect of a transcript. */
export type RecognitionRemark = keyof typeof recordTexts.note;

/** Whether the transcript comes from the engine that works everywhere, and well nowhere. */
export function isBasic({ engine }: ShownRecognition): boolean {
  return engine === 'pocketsphinx';
}
