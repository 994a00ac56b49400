'use client';

import { useRoom } from '../edit-room';
import { JobLinks } from './job-links';

/** The job's share links, for its owner. */
export function SharePanel() {
  const { door } = useRoom();
  return door.links && <JobLinks jobId={door.jobId} actions={door.links} />;
}
