import { rename, rm } from 'node:fs/promises';
import { encodePicture } from '#lib/media/rendition/encode-picture';
import { joinPicture, type PicturePart } from '#lib/media/rendition/join-picture';
import { makeRendition, type Rendition, type RenditionSource } from '#lib/media/rendition/make-rendition';
import { splitPicture, type PictureRange } from '#lib/media/rendition/split-picture';

/**
 * Makes a rendition as the worker's tasks do: the sound or what can be copied, the parts of the picture, two at a time,
 * and then all of them joined. `ranges` replaces the usual parts; `onSound` is called when the first playable part is
 * there.
 */
export async function renderFilm(
  source: RenditionSource,
  output: string,
  { ranges, onSound }: { ranges?: readonly PictureRange[]; onSound?: () => void } = {},
): Promise<Rendition> {
  const soundPath = `${output}.first.mp4`;
  const made = await makeRendition(source, soundPath, {});
  onSound?.();
  if (made.picture === undefined) {
    await rename(soundPath, output);
    return made;
  }
  const { durationSeconds } = made;
  const waiting = [...(ranges ?? splitPicture(durationSeconds, made.picture)).entries()];
  const parts: PicturePart[] = [];
  const encode = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, range] = next;
      const file = `${output}.${at}.mp4`;
      const { frames } = await encodePicture({ ...source, durationSeconds }, range, file, {});
      if (frames > 0) parts.push({ file, startSeconds: range.startSeconds });
    }
  };
  await Promise.all([encode(), encode()]);
  parts.sort((one, other) => one.startSeconds - other.startSeconds);
  const joined = await joinPicture({ parts, soundPath, durationSeconds }, output, {});
  for (const file of [soundPath, ...parts.map(({ file }) => file)]) await rm(file);
  return { type: 'video/mp4', ...joined };
}
