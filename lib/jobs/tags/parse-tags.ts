import { Refusal } from '#lib/refusal';
import { addTags, maxTagLength, maxTags, toTagKey } from '#lib/transcript/tags';
import * as texts from '#messages/faults';

/** A tag as it is written, and the key that tells it apart from others, in any case. */
export interface Tag {
  tag: string;
  key: string;
}

/** Tags as they are kept, each of them once. Refuses those that are too long or too many. */
export function parseTags(given: string[]): Tag[] {
  const { tags, fault } = addTags([], given.join(','));
  if (fault === undefined) return tags.map((tag) => ({ tag, key: toTagKey(tag) }));
  const why =
    fault === 'too-long' ? texts.inputTooLong({ max: maxTagLength }) : texts.tooManyTags({ max: maxTags });
  throw new Refusal({ kind: 'invalid-parameters', parameters: { tags: [why] } });
}
