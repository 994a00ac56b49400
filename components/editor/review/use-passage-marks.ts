import { useEffect } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { markPassages } from './mark-passages';

/** Keeps the marks of doubtful speech in the text, where the record of the transcript knows of any. */
export function usePassageMarks(): void {
  const services = useEditorServices();
  useEffect(() => markPassages(services), [services]);
}
