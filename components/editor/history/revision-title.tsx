import { LocalTime } from '#components/local-time';
import { historyTexts as texts } from '#components/texts/history';
import type { ListedRevision } from './revisions';

/** Who made a version, as an owner, a guest or the machine. */
export function RevisionAuthor({ author: { kind, name } }: Pick<ListedRevision, 'author'>) {
  if (kind === 'machine') return texts.comparison.machine;
  return (
    <>
      <bdi>{name}</bdi> ({texts[kind]})
    </>
  );
}

/** A version as a heading names it: its own name, when and by whom. */
export function RevisionTitle({ revision: { number, name, at, author } }: { revision: ListedRevision }) {
  if (number === 0) return texts.machine;
  return (
    <>
      {name === undefined ? texts.version(number) : <bdi>{name}</bdi>}
      {at !== null && (
        <>
          {' '}
          {texts.from} <LocalTime iso={at} />
        </>
      )}{' '}
      {texts.by} <RevisionAuthor author={author} />
    </>
  );
}
