'use client';

import { Progress, type ProgressRootProps } from '@mantine/core';
import * as texts from '#messages/transcript-status';

/** A job's progress. Until the first words, which can take minutes, the bar is indeterminate. */
export function JobProgress({
  percent,
  ...look
}: { percent: number } & Pick<ProgressRootProps, 'size' | 'mt' | 'maw'>) {
  return (
    <Progress.Root {...look}>
      {percent === 0 ? (
        <Progress.Section
          value={100}
          color="gray.6"
          animated
          withAria={false}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as Mantine's bar, which would say 100%
          role="progressbar"
          aria-label={texts.progress()}
          aria-valuetext={texts.starting()}
        />
      ) : (
        <Progress.Section value={percent} aria-label={texts.progress()} />
      )}
    </Progress.Root>
  );
}
