import { Progress, type ProgressRootProps } from '@mantine/core';
import { jobsTexts as texts } from '#components/texts/jobs';

/** How far a job is. Before the first words are there, which can take minutes, the bar moves without a number. */
export function JobProgress({
  percent,
  ...look
}: { percent: number } & Pick<ProgressRootProps, 'size' | 'mt' | 'maw'>) {
  const isStarting = percent === 0;
  return (
    <Progress.Root {...look}>
      <Progress.Section
        value={isStarting ? 100 : percent}
        striped={isStarting}
        animated={isStarting}
        color={isStarting ? 'gray' : undefined}
        aria-label={texts.progress}
        {...(isStarting && { 'aria-valuenow': undefined, 'aria-valuetext': texts.starting })}
      />
    </Progress.Root>
  );
}
