/**
 * The purpose of a stream: the recording itself, another version of it for some of the audience, the same with a
 * narrator who describes the picture, commentary on it, or a sound without the dialogue.
 */
export type SoundRole = 'main' | 'version' | 'audio-description' | 'commentary' | 'no-dialogue';

export interface StreamLabels {
  disposition?: Record<string, number> | undefined;
  tags?: Partial<Record<'language' | 'title' | 'name' | 'handler_name', string | undefined>> | undefined;
}

/** Roles by ffmpeg's dispositions; the first that is set counts. */
const dispositions: ReadonlyArray<readonly [role: SoundRole, names: readonly string[]]> = [
  ['commentary', ['comment']],
  ['audio-description', ['visual_impaired', 'descriptions']],
  ['no-dialogue', ['karaoke', 'lyrics', 'clean_effects']],
  ['version', ['dub', 'hearing_impaired', 'dependent']],
];

/** Names that recorders give their sources: the main sound, whatever else is in the title. */
const source =
  /\b(mic(rophone)?|mikrofon|micro|desktop|headset|discord|teams|zoom)\b|микрофон|マイク|麦克风/i;

/** Roles by titles on discs, in broadcasts, and in editing programs, in a few languages; the first match counts. */
const titles: ReadonlyArray<readonly [role: SoundRole, title: RegExp]> = [
  [
    'audio-description',
    /audio.?des[ck]ri|hörfilm|descri(ptive|bed) (audio|video)|\bDVS\b|audiodesc|тифлокоммент|visually impaired|sehbehindert|視覚障害|解説放送/i,
  ],
  [
    'commentary',
    /commentar(y|ies)|commentaires?|[ck]ommentaar|kommentar|comentarios?|comentários?|\bcommento\b|komentarz|комментари|コメンタリー|评论音轨/i,
  ],
  [
    'no-dialogue',
    /karaoke|instrumental|music (and|&) effects|musik und effekte|\bM ?& ?E\b|isolated score|score only/i,
  ],
  ['version', /hearing impaired|dialog(ue)? enhance|klare sprache|clear (voice|speech)|hörgeschädigt/i],
];

/** Returns the purpose of a stream, by its disposition and its title. */
export function readSoundRole(stream: StreamLabels): SoundRole {
  const set = dispositions.find(([, names]) => names.some((name) => stream.disposition?.[name] === 1));
  if (set !== undefined) return set[0];
  const title = readTitle(stream) ?? '';
  if (source.test(title)) return 'main';
  return titles.find(([, pattern]) => pattern.test(title))?.[0] ?? 'main';
}

/** Default titles that programs write. */
const noTitle = /handler|^(core media|mainconcept|gpac|iso media|l-smash|apple|sound|audio)\b.*$/i;
/** Longer titles are cut. */
const maxTitle = 100;

/**
 * Returns the title that a person gave a stream, without control characters, at most 100 characters; undefined if there
 * is none.
 */
export function readTitle({ tags }: StreamLabels): string | undefined {
  const handler = noTitle.test(tags?.handler_name ?? '') ? undefined : tags?.handler_name;
  const given = [tags?.title, tags?.name, handler].map((text) =>
    (text ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim(),
  );
  const title = given.find((text) => text !== '');
  return title === undefined ? undefined : Array.from(title).slice(0, maxTitle).join('');
}
