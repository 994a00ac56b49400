/** The endings of transcript files, for choosers and drops. The server looks at the bytes. */
export const transcriptEndings = ['docx', 'txt', 'md', 'markdown', 'srt', 'vtt', 'json', 'otr'] as const;

/** True if the name of a file is that of a transcript. */
export function isTranscript({ name }: Pick<File, 'name'>): boolean {
  return transcriptEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}
