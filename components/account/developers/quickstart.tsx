'use client';

import { Anchor, Tabs, TabsList, TabsPanel, TabsTab, Text } from '@mantine/core';
import Link from 'next/link';
import { CodeSnippet } from '#components/ui/code-snippet';
import * as texts from '#messages/quickstart';
import styles from './quickstart.module.css';

/** A program that transcribes a recording, as it stands in its file. */
export interface Sample {
  /** The name of the programming language or tool. */
  language: string;
  file: string;
  text: string;
  /** What to type in a terminal to run it. */
  commands: string;
}

/** The same program in several languages, and how to run it. */
export function Quickstart({ samples }: { samples: readonly Sample[] }) {
  return (
    <Tabs defaultValue={samples[0]?.language ?? null}>
      <TabsList aria-label={texts.languages()}>
        {samples.map(({ language }) => (
          <TabsTab key={language} value={language}>
            {language}
          </TabsTab>
        ))}
      </TabsList>
      {samples.map(({ language, file, text, commands }) => (
        <TabsPanel key={language} value={language} pt="lg">
          <ol className={styles['steps']}>
            <li>
              <Anchor component={Link} href="/developers" underline="always">
                {texts.createKey()}
              </Anchor>
            </li>
            <li>
              <Text mb="xs">{texts.saveFile({ file })}</Text>
              <CodeSnippet id={`file-${file}`} title={file} text={text} />
            </li>
            <li>
              <Text mb="xs">{texts.run()}</Text>
              <CodeSnippet id={`run-${file}`} title={texts.terminal()} text={commands} />
            </li>
          </ol>
        </TabsPanel>
      ))}
      <Text mt="xl" c="dimmed" maw="65ch">
        {texts.next()}{' '}
        <Anchor href="/docs" underline="always">
          {texts.reference()}
        </Anchor>
      </Text>
    </Tabs>
  );
}
