import { Text, Title } from '@mantine/core';
import { CopyButton } from '#components/ui/copy-button';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/quickstart';
import listStyles from '#components/shell/section.module.css';
import styles from './known-apis.module.css';

/** The base URLs of the compatible APIs. Clients of Rev AI and the ASR webservice add the rest of the path. */
export function KnownApis({ baseUrl }: { baseUrl: string }) {
  const rows = [
    { id: 'openai', name: texts.apis.openai(), address: `${baseUrl}/v1` },
    { id: 'revai', name: texts.apis.revai(), address: baseUrl },
    { id: 'asr', name: texts.apis.asr(), address: baseUrl },
    { id: 'mcp', name: texts.apis.mcp(), address: `${baseUrl}/mcp` },
  ];
  return (
    <section className={styles['section']} aria-labelledby="known-apis">
      <Title order={2} size="h4" id="known-apis">
        {texts.knownApis()}
      </Title>
      <Text mt="xs" mb="md" c="dimmed" maw="65ch">
        {texts.knownApisLead()}
      </Text>
      <ul className={listStyles['list']}>
        {rows.map(({ id, name, address }) => (
          <li key={id} className={listStyles['row']}>
            <div className={styles['api']}>
              <div className={styles['name']}>{name}</div>
              <code id={`api-${id}`} className={styles['address']}>
                {address}
              </code>
            </div>
            <CopyButton from={`api-${id}`} label={texts.copyAddress({ name })}>
              {commonTexts.copy()}
            </CopyButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
