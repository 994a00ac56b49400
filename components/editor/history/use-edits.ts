import { useEffect, useState } from 'react';
import type { Edit } from '#lib/transcripts/edit';
import { readFromDoor } from '../ask-door';
import { useRoom } from '../edit-room';

/** Whole versions by their numbers, or why they can't be had; undefined until the answer. They never change. */
export function useEdits(...numbers: readonly number[]): { edits: Edit[] } | { trouble: string } | undefined {
  const { door, together } = useRoom();
  const [answer, setAnswer] = useState<{ of: string; given: { edits: Edit[] } | { trouble: string } }>();
  const wanted = numbers.join(' ');
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const asked = wanted
        .split(' ')
        .map((number) => readFromDoor<Edit>({ door, together }, `revisions/${number}`));
      const answers = await Promise.all(asked);
      if (!isWanted) return;
      const edits = answers.flatMap((one) => ('trouble' in one ? [] : [one.value]));
      const trouble = answers.find((one) => 'trouble' in one);
      setAnswer({ of: wanted, given: trouble ?? { edits } });
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [door, together, wanted]);
  return answer?.of === wanted ? answer.given : undefined;
}
