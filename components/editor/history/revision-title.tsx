import * as comparisonTexts from '#messages/editor/comparison';
import * as historyTexts from '#messages/editor/history';
import { LocalTime } from '#components/ui/local-time';
import { renderMessage } from '#components/ui/render-message';
import type { ListedRevision } from './listed-revision';

/** The author of a version: an owner, a guest or the machine. */
export function RevisionAuthor({ author: { kind, name } }: Pick<ListedRevision, 'author'>) {
  if (kind === 'machine') return comparisonTexts.original();
  return renderMessage(historyTexts.authors[kind], { name: <bdi>{name}</bdi> });
}

/** A version's heading: its name, time and author. */
export function RevisionTitle({ revision: { number, name, at, author } }: { revision: ListedRevision }) {
  if (number === 0) return historyTexts.originalTranscript();
  const parts = {
    title: name === undefined ? historyTexts.version({ number }) : <bdi>{name}</bdi>,
    author: <RevisionAuthor author={author} />,
  };
  return at === null
    ? renderMessage(historyTexts.versionBy, parts)
    : renderMessage(historyTexts.versionFromBy, { ...parts, date: <LocalTime iso={at} /> });
}
