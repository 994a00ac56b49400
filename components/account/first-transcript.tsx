import { Text, Title } from '@mantine/core';
import { Command } from '#components/command';
import styles from './first-transcript.module.css';

/** What the jobs page shows as long as there is no job: the command that leads to a first transcript. */
export function FirstTranscript({ baseUrl }: { baseUrl: string }) {
  return (
    <section className={styles['box']} aria-labelledby="first">
      <Title order={2} size="h3" id="first">
        Your first transcript
      </Title>
      <Text mt="xs" mb="lg" maw="60ch">
        Paste this into a terminal, with your API key and the recording you want to read. The key was shown
        when your account was created. Once it has been sent, the recording appears here by itself.
      </Text>
      <Command id="submit" title="Submit a recording" text={submitCommand(baseUrl)} />
    </section>
  );
}

/** A curl for this server. The key and the file's name are for the reader to fill in. */
export function submitCommand(baseUrl: string): string {
  return `curl ${baseUrl}/v1/jobs \\
  -H 'Authorization: Bearer lh_live_…' \\
  -F 'media=@interview.mp3;type=audio/mpeg'`;
}
