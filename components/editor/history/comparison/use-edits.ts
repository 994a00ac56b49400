import { useEffect, useState } from 'react';
import type { Edit } from '#lib/transcript/edit';
import { readVersion } from '#components/editor/api/editor-request.ts';
import { useEditorServices } from '#components/editor/context.ts';

/** Loads whole versions, which never change, and the machine words that they refer to. Undefined while loading. */
export function useEdits(...numbers: readonly number[]): { edits: Edit[] } | { error: string } | undefined {
  const { api, sync } = useEditorServices();
  const [loaded, setLoaded] = useState<{ of: string; given: { edits: Edit[] } | { error: string } }>();
  const wanted = numbers.join(' ');
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const asked = wanted.split(' ').map((number) => readVersion({ api, sync }, Number(number)));
      const answers = await Promise.all(asked);
      if (!isWanted) return;
      const edits = answers.flatMap((answer) => ('error' in answer ? [] : [answer.value]));
      const error = answers.find((answer) => 'error' in answer);
      setLoaded({ of: wanted, given: error ?? { edits } });
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [api, sync, wanted]);
  return loaded?.of === wanted ? loaded.given : undefined;
}
