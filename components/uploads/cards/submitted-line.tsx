import { useState } from 'react';
import * as texts from '#messages/uploads';
import styles from '#components/uploads/uploads.module.css';

/** Says that recordings were submitted, until one is gone from the list again or the next recording is added. */
export function SubmittedLine({
  jobIds,
  jobs,
  isNewShown,
}: {
  jobIds: readonly string[];
  jobs: ReadonlyArray<{ id: string }>;
  isNewShown: boolean;
}) {
  /** Those that the list has shown. */
  const [listed, setListed] = useState<readonly string[]>([]);
  const isListed = jobIds.length > 0 && jobIds.every((id) => jobs.some((job) => job.id === id));
  if (isListed && listed !== jobIds) setListed(jobIds);
  // The list may not know the jobs yet; one that it knew and does not hold any more is gone.
  const isShown = jobIds.length > 0 && (isListed || listed !== jobIds);
  return (
    <output className={isShown ? styles['sent'] : styles['unseen']}>
      {isShown &&
        (isListed || isNewShown ? texts.submittedBelow({ count: jobIds.length }) : texts.submitted())}
    </output>
  );
}
