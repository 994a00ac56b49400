import { Text, Title } from '@mantine/core';
import { SampleButton } from '#components/account/jobs/sample-button';
import { CodeSnippet } from '#components/ui/code-snippet';
import * as texts from '#messages/first-transcript';
import styles from './first-transcript.module.css';

/** What the jobs page shows while there is no job: how to get a first transcript. */
export function FirstTranscript({ baseUrl, onSample }: { baseUrl: string; onSample: (file: File) => void }) {
  return (
    <section className={styles['box']} aria-labelledby="first">
      <Title order={2} size="h3" id="first">
        {texts.title()}
      </Title>
      <Text mt="xs" mb="sm" maw="60ch">
        {texts.lead()}
      </Text>
      <SampleButton onSample={onSample} />
      <Text mt="md" mb="xs" c="dimmed" size="sm">
        {texts.orApi()}
      </Text>
      <CodeSnippet id="submit" title={texts.command()} text={submitCommand(baseUrl)} />
    </section>
  );
}

/** A curl for this server. The key and the file's name are for the reader to fill in. */
export function submitCommand(baseUrl: string): string {
  return `curl ${baseUrl}/v1/jobs \\
  -H 'Authorization: Bearer lh_live_…' \\
  -F 'media=@interview.mp3;type=audio/mpeg'`;
}
