/** The media types that a submission may have, in the order of the specification. */
export const acceptedMediaTypes: readonly string[] = (
  'audio/wav audio/mpeg audio/mpeg3 audio/mp3 audio/x-mpeg-3 audio/x-aiff audio/x-aifc audio/x-wav ' +
  'audio/x-realaudio audio/mp4 audio/mp4a audio/mp4a-latm audio/webm audio/ogg audio/vorbis audio/vnd.wave ' +
  'video/x-msvideo video/avi video/msvideo video/mpeg video/mp4 video/x-mpeg video/x-m4v video/quicktime video/ogg ' +
  'video/webm video/x-matroska video/x-ms-wmv video/x-flv'
).split(' ');

const accepted: ReadonlySet<string> = new Set(acceptedMediaTypes);

/** True for a media type of the specification, ignoring parameters (`; codecs=opus`) and case. */
export function isAcceptedMediaType(type: string): boolean {
  const [essence = ''] = type.split(';', 1);
  return accepted.has(essence.trim().toLowerCase());
}
