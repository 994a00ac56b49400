import { List, ListItem, Text, Title } from '@mantine/core';
import { Command } from '#components/command';
import { sandboxTexts as texts } from '#components/texts/developers';
import styles from './developers.module.css';

/** How the sandbox is told what is to become of a job. */
export function SandboxScripts({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <Title order={2} size="h3">
        {texts.howTitle}
      </Title>
      <Text mt="xs" mb="md" maw="65ch">
        {texts.how}
      </Text>
      <div className={styles['list']}>
        <table className={styles['words']}>
          <thead>
            <tr>
              <th scope="col">{texts.word}</th>
              <th scope="col">{texts.effect}</th>
            </tr>
          </thead>
          <tbody>
            {texts.words.map(({ word, effect }) => (
              <tr key={word}>
                <th scope="row">
                  <code className={styles['code']}>{word}</code>
                </th>
                <td>{effect}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Title order={2} size="h3" mt="xl" mb="md">
        {texts.exampleTitle}
      </Title>
      <Command id="sandbox-example" title={texts.example} text={commandAt(baseUrl)} />
      <Title order={2} size="h3" mt="xl" mb="md">
        {texts.rulesTitle}
      </Title>
      <List spacing="xs" maw="70ch">
        {texts.rules.map((rule) => (
          <ListItem key={rule}>{rule}</ListItem>
        ))}
      </List>
    </>
  );
}

function commandAt(baseUrl: string): string {
  return `curl ${baseUrl}/v1/jobs \\
  -H 'Authorization: Bearer lh_test_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"media_url":"https://media.example/interview.mp3","metadata":"fail:invalid_media, delay:5s"}'`;
}
