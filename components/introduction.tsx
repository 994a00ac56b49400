import { Group, Text, Title } from '@mantine/core';
import { submitCommand } from '#components/account/first-transcript';
import { ButtonLink } from '#components/button-link';
import { Command } from '#components/command';
import { authTexts } from '#components/texts/auth';
import styles from './introduction.module.css';

const facts = [
  { title: 'What it takes', text: 'Audio and video files, uploaded or fetched from an address.' },
  {
    title: 'What it gives',
    text: 'The transcript as text, Word, PDF or captions, or as JSON with the time of every word.',
  },
  { title: 'Where it runs', text: 'On a machine of yours, with its own recogniser and database.' },
];

/** What Longhand is, in one screen. */
export function Introduction({
  baseUrl,
  isSignedIn,
  canSignUp,
}: {
  baseUrl: string;
  isSignedIn: boolean;
  canSignUp: boolean;
}) {
  return (
    <div className={styles['columns']}>
      <div>
        <Title order={1} className={styles['title'] ?? ''}>
          Send a recording. Read what was said.
        </Title>
        <Text size="lg" mt="md" mb="xl" maw="46ch">
          Longhand is a transcription service on your own server. Programs send it audio or video over HTTP
          and get back the words, each with its time; people read the transcript in the browser.
        </Text>
        {isSignedIn ? (
          <ButtonLink href="/jobs" look="filled">
            Your jobs
          </ButtonLink>
        ) : (
          <Group gap="sm">
            <ButtonLink href="/sign-in" look="filled">
              {authTexts.signIn}
            </ButtonLink>
            {canSignUp && (
              <ButtonLink href="/sign-up" look="default">
                {authTexts.signUp}
              </ButtonLink>
            )}
          </Group>
        )}
      </div>
      <Command id="submit" title="Submit a recording" text={submitCommand(baseUrl)} />
      <dl className={styles['facts']}>
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
