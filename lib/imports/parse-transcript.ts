import { readFile } from 'node:fs/promises';
import { ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import { cleanName } from '#lib/transcript/clean-name';
import { maxSpeakerName, maxSpeakers } from '#lib/transcript/edit';

/** The paragraphs of a file, or a sentence that says why it can't be read. */
export type ParsedTranscript = { paragraphs: ImportedParagraph[] } | { fault: string };

/** Parses a local transcript file before its job has a transcript, with names cut to what a transcript can hold. */
export async function parseTranscript({ file }: { file: string }): Promise<ParsedTranscript> {
  try {
    const paragraphs = readTranscriptFile(await readFile(file)).map(toGiven);
    const names = new Set(paragraphs.map((paragraph) => ('speaker' in paragraph ? paragraph.speaker : '')));
    if (names.size > maxSpeakers) return { fault: `A transcript is limited to ${maxSpeakers} speakers.` };
    return { paragraphs };
  } catch (error) {
    if (error instanceof ImportFault) return { fault: error.message };
    throw error;
  }
}

/** Drops comments, which nothing would show. */
function toGiven({ speaker = '', comments: _comments, ...paragraph }: ImportedParagraph): ImportedParagraph {
  const name = cleanName(speaker, maxSpeakerName / 2);
  return name === '' ? paragraph : { ...paragraph, speaker: name };
}
