'use client';

import { useEditorServices } from '#components/editor/context.ts';
import { JobLinks } from './job-links';

/** The job's share links, for its owner. */
export function SharePanel() {
  const { access, announce } = useEditorServices();
  return access.links && <JobLinks jobId={access.jobId} actions={access.links} announce={announce} />;
}
