import * as comparisonTexts from '#messages/editor/comparison';
import * as historyTexts from '#messages/editor/history';
import { LocalTime } from '#components/ui/local-time';
import type { ListedRevision } from './listed-revision';

/** Who made a version, as an owner, a guest or the machine. */
export function RevisionAuthor({ author: { kind, name } }: Pick<ListedRevision, 'author'>) {
  if (kind === 'machine') return comparisonTexts.original();
  return (
    <>
      <bdi>{name}</bdi> ({historyTexts.authors[kind]()})
    </>
  );
}

/** A version as a heading names it: its own name, when and by whom. */
export function RevisionTitle({ revision: { number, name, at, author } }: { revision: ListedRevision }) {
  if (number === 0) return historyTexts.originalTranscript();
  return (
    <>
      {name === undefined ? historyTexts.version({ number }) : <bdi>{name}</bdi>}
      {at !== null && (
        <>
          {' '}
          {historyTexts.from()} <LocalTime iso={at} />
        </>
      )}{' '}
      {historyTexts.by()} <RevisionAuthor author={author} />
    </>
  );
}
