/** The channels of a stream, as ffprobe lists them. */
export interface StreamChannels {
  channels: number;
  /** Such as `5.1(side)`; missing or `unknown` where the file doesn't say where each channel belongs. */
  channel_layout?: string | undefined;
}

/**
 * The filter of ffmpeg, with the comma behind it, that mixes a stream to mono where the file doesn't say what its channels
 * are: there, each is a microphone. ffmpeg would guess that they are those of a cinema, leave out the one for low frequencies,
 * which may be a person's, and refuse what no cinema has. Empty where ffmpeg knows what to do.
 */
export function mixFilter({ channels, channel_layout: layout }: StreamChannels): string {
  if (!(channels > 2) || (layout !== undefined && layout !== 'unknown')) return '';
  return `pan=mono|c0<${Array.from({ length: channels }, (_, at) => `c${at}`).join('+')},`;
}
