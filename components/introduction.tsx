import { Group, Text, Title } from '@mantine/core';
import { submitCommand } from '#components/account/first-transcript';
import { ButtonLink } from '#components/button-link';
import { Command } from '#components/command';
import { authTexts } from '#components/texts/auth';
import { introductionTexts as texts } from '#components/texts/site';
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
  return (
    <div className={styles['columns']}>
      <div>
        <Title order={1} className={styles['title'] ?? ''}>
          {texts.title}
        </Title>
        <Text size="lg" mt="md" mb="xl" maw="46ch">
          {texts.lead}
        </Text>
        {isSignedIn ? (
          <ButtonLink href="/jobs" look="filled">
            {texts.jobs}
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
      <Command id="submit" title={texts.command} text={submitCommand(baseUrl)} />
      <dl className={styles['facts']}>
        {texts.facts.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
