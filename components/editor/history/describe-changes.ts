import * as historyTexts from '#messages/editor/history';
import * as texts from '#messages/editor/history-changes';
import type { ChangeFact } from '#lib/transcript/summary/change-fact';
import type { ListedRevision } from './listed-revision';

/** What a version changed, in words. Where nothing is known of it, how many paragraphs it touched. */
export function describeChanges({
  summary = [],
  restoredFrom,
  monologuesChanged,
}: Pick<ListedRevision, 'summary' | 'restoredFrom' | 'monologuesChanged'>): string[] {
  if (restoredFrom !== undefined) return [historyTexts.restoredFrom({ number: restoredFrom })];
  if (summary.length > 0) return summary.map(describeFact);
  return monologuesChanged > 0 ? [texts.counted.edited({ count: monologuesChanged })] : [];
}

function describeFact(fact: ChangeFact): string {
  switch (fact.kind) {
    case 'renamed':
      return texts.renamed({ from: isolate(fact.from), to: isolate(fact.to) });
    case 'mergedSpeaker':
      return texts.mergedSpeaker({ from: isolate(fact.from), to: isolate(fact.to) });
    default:
      return texts.counted[fact.kind]({ count: fact.count });
  }
}

/** A name in a script of the other direction leaves the sentence as it is. */
const isolate = (name: string): string => `\u2068${name}\u2069`;
