import { List, ListItem, Text, Title } from '@mantine/core';
import { CodeSnippet } from '#components/ui/code-snippet';
import * as texts from '#messages/sandbox';
import styles from '#components/shell/section.module.css';

const commands = [
  'delay:30s',
  'fail:download_failure',
  'fail:invalid_media',
  'fail:insufficient_balance',
  'fail:unspecified',
  'silence',
  'out-of-credit',
  'too-many-requests',
  'payload-too-large',
] as const satisfies (keyof typeof texts.effects)[];

/** The commands that script a sandbox job. */
export function SandboxScripts({ baseUrl }: { baseUrl: string }) {
  const rules = [texts.ruleRequests(), texts.ruleKeys(), texts.ruleBalance(), texts.ruleIdempotency()];
  return (
    <>
      <Title order={2} size="h3">
        {texts.commandsTitle()}
      </Title>
      <Text mt="xs" mb="md" maw="65ch">
        {texts.commandsHint()}
      </Text>
      <div className={styles['list']}>
        <table className={styles['words']}>
          <thead>
            <tr>
              <th scope="col">{texts.command()}</th>
              <th scope="col">{texts.effect()}</th>
            </tr>
          </thead>
          <tbody>
            {commands.map((command) => (
              <tr key={command}>
                <th scope="row">
                  <code className={styles['code']}>{command}</code>
                </th>
                <td>{texts.effects[command]()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Title order={2} size="h3" mt="xl" mb="md">
        {texts.exampleTitle()}
      </Title>
      <CodeSnippet id="sandbox-example" title={texts.example()} text={getCommand(baseUrl)} />
      <Title order={2} size="h3" mt="xl" mb="md">
        {texts.differencesTitle()}
      </Title>
      <List spacing="xs" maw="70ch">
        {rules.map((rule) => (
          <ListItem key={rule}>{rule}</ListItem>
        ))}
      </List>
    </>
  );
}

function getCommand(baseUrl: string): string {
  return `curl ${baseUrl}/v1/jobs \\
  -H 'Authorization: Bearer lh_test_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"media_url":"https://media.example/interview.mp3","metadata":"fail:invalid_media, delay:5s"}'`;
}
