import { Anchor, Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { SampleButton } from '#components/jobs/sample-button';
import { CodeSnippet } from '#components/ui/code-snippet';
import { Link } from '#components/ui/link';
import { renderMessage } from '#components/ui/render-message';
import * as texts from '#messages/first-transcript';
import styles from './first-transcript.module.css';

/** The account and server facts that the first steps depend on. */
export interface Start {
  baseUrl: string;
  hasApiKey: boolean;
}

/** First steps: a sample, finished or to be transcribed, and a first transcript of your own, here or by API. */
export function FirstTranscript({
  start: { baseUrl, hasApiKey },
  sample,
  isSampleFree,
  isPoor,
  onSample,
}: {
  start: Start;
  /** The transcript that came with the account, unless deleted. */
  sample: JobView | undefined;
  /** True while the account can transcribe the sample recording for free. */
  isSampleFree: boolean;
  /** True if the balance is too low for another recording. */
  isPoor: boolean;
  onSample: () => Promise<ReactNode>;
}) {
  const finished = sample?.state.kind === 'transcribed' ? sample.state : undefined;
  const canTry = finished === undefined && (isSampleFree || !isPoor);
  return (
    <section className={styles['box']} aria-labelledby="first">
      <Title order={2} size="h3" id="first">
        {texts.title()}
      </Title>
      <Text mt="xs" mb="sm" maw="60ch">
        {finished !== undefined && `${texts.openLead()} `}
        {isPoor
          ? renderMessage(finished !== undefined || canTry ? texts.topUpFirst : texts.topUpOnly, {
              topUp: (
                <Anchor component={Link} href="/balance/top-up?to=jobs" inherit underline="always">
                  {texts.topUpLink()}
                </Anchor>
              ),
            })
          : texts.lead()}
      </Text>
      {finished !== undefined && (
        <Button component={Link} href={finished.href}>
          {texts.openSample()}
        </Button>
      )}
      {canTry && <SampleButton note={isSampleFree ? texts.sampleFree() : undefined} onTry={onSample} />}
      <Title order={3} size="h5" mt="lg">
        {texts.apiTitle()}
      </Title>
      {!hasApiKey && (
        <>
          <Text mt={4} mb="sm" maw="60ch">
            {texts.apiLead()}
          </Text>
          <Button component={Link} href="/developers" variant="default">
            {texts.createKey()}
          </Button>
        </>
      )}
      <Text mt={hasApiKey ? 4 : 'md'} mb="xs" c="dimmed" size="sm">
        {texts.withKey()}
      </Text>
      <CodeSnippet id="submit" title={texts.command()} text={submitCommand(baseUrl)} />
    </section>
  );
}

/** A curl command for this server, with placeholders for the key and the file name. */
export function submitCommand(baseUrl: string): string {
  return `curl ${baseUrl}/v1/jobs \\
  -H 'Authorization: Bearer lh_live_…' \\
  -F 'media=@interview.mp3;type=audio/mpeg'`;
}
