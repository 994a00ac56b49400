'use client';

import { useEditorContext } from '#components/editor/context.ts';
import { JobLinks } from './job-links';

/** The job's share links, for its owner. */
export function SharePanel() {
  const { access } = useEditorContext();
  return access.links && <JobLinks jobId={access.jobId} actions={access.links} />;
}
