import { Group, Text, Title } from '@mantine/core';
import { submitCommand } from '#components/account/jobs/first-transcript';
import { ButtonLink } from '#components/ui/button-link';
import { CodeSnippet } from '#components/ui/code-snippet';
import * as authTexts from '#messages/auth';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/front-page';
import styles from './introduction.module.css';

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
  const facts = [
    { title: texts.inputTitle(), text: texts.inputText() },
    { title: texts.outputTitle(), text: texts.outputText() },
    { title: texts.whereTitle(), text: texts.whereText() },
  ];
  return (
    <div className={styles['columns']}>
      <div>
        <Title order={1} className={styles['title'] ?? ''}>
          {texts.title()}
        </Title>
        <Text size="lg" mt="md" mb="xl" maw="46ch">
          {texts.lead()}
        </Text>
        {isSignedIn ? (
          <ButtonLink href="/jobs" look="filled">
            {frameTexts.transcripts()}
          </ButtonLink>
        ) : (
          <Group gap="sm">
            <ButtonLink href="/sign-in" look="filled">
              {authTexts.signIn()}
            </ButtonLink>
            {canSignUp && (
              <ButtonLink href="/sign-up" look="default">
                {authTexts.signUp()}
              </ButtonLink>
            )}
          </Group>
        )}
      </div>
      <CodeSnippet id="submit" title={texts.command()} text={submitCommand(baseUrl)} />
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
