import * as historyTexts from '#messages/editor/history';
import * as texts from '#messages/editor/history-changes';
import { formatClock } from '#lib/messages/format';
import type { ChangeFact, CountedFact } from '#lib/transcript/summary/summarize-change';
import type { ListedRevision } from './listed-revision';

type Changes = Pick<ListedRevision, 'summary' | 'restoredFrom' | 'monologuesChanged'>;

/** Describes the changes of a version or, without a summary, its number of paragraphs. */
export function describeChanges(revision: Changes): string[] {
  const { restoredFrom } = revision;
  if (restoredFrom !== undefined) return [historyTexts.restoredFrom({ number: restoredFrom })];
  return listFacts(revision).map(describeFact);
}

/** Describes the combined changes of one session's versions, latest first. */
export function describeSession(revisions: readonly Changes[]): string[] {
  const counts = new Map<CountedFact, { count: number; versions: number }>();
  for (const fact of revisions.flatMap(listFacts)) {
    if (!('count' in fact)) continue;
    const { count, versions } = counts.get(fact.kind) ?? { count: 0, versions: 0 };
    counts.set(fact.kind, { count: count + fact.count, versions: versions + 1 });
  }
  const describe = (fact: ChangeFact): string => {
    if (!('count' in fact)) return describeFact(fact);
    const { count, versions } = counts.get(fact.kind) ?? { count: fact.count, versions: 1 };
    // One paragraph edited several times can't be told from several edited paragraphs.
    if (fact.kind === 'edited' && versions > 1) return texts.editedText();
    return texts.counted[fact.kind]({ count });
  };
  const described = revisions.flatMap((revision) =>
    revision.restoredFrom === undefined ? listFacts(revision).map(describe) : describeChanges(revision),
  );
  return [...new Set(described)];
}

function listFacts({ summary = [], restoredFrom, monologuesChanged }: Changes): readonly ChangeFact[] {
  if (restoredFrom !== undefined) return [];
  if (summary.length > 0 || monologuesChanged === 0) return summary;
  return [{ kind: 'edited', count: monologuesChanged }];
}

function describeFact(fact: ChangeFact): string {
  switch (fact.kind) {
    case 'renamed':
      return texts.renamed({ from: isolate(fact.from), to: isolate(fact.to) });
    case 'mergedSpeaker':
      return texts.mergedSpeaker({ from: isolate(fact.from), to: isolate(fact.to) });
    case 'recognized':
      return fact.passage === undefined
        ? texts.recognized({ engine: isolate(fact.engine) })
        : texts.recognizedPassage({
            ...{ from: formatClock(fact.passage.startMs), to: formatClock(fact.passage.endMs) },
            engine: isolate(fact.engine),
          });
    case 'separatedSpeakers':
      return texts.separatedSpeakers();
    default:
      return texts.counted[fact.kind]({ count: fact.count });
  }
}

/** Isolates a name, so that right-to-left scripts don't reorder the sentence. */
const isolate = (name: string): string => `\u2068${name}\u2069`;
