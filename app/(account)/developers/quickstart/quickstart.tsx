import { Anchor, Text } from '@mantine/core';
import { KnownApis } from './known-apis';
import { CodeSnippet } from '#components/ui/code-snippet';
import * as texts from '#messages/quickstart';
import developerStyles from '#components/shell/section.module.css';
import { Link } from '#components/ui/link';
import styles from './quickstart.module.css';

/** A program that transcribes a recording, as in its file. */
export interface Sample {
  /** The programming language or tool. */
  language: string;
  file: string;
  text: string;
  /** The terminal commands to run it. */
  commands: string;
}

/** A program in several languages, of which `shown` is open, with instructions, and the URLs for compatible clients. */
export function Quickstart({
  languages,
  shown,
  baseUrl,
}: {
  languages: readonly string[];
  shown: Sample;
  baseUrl: string;
}) {
  return (
    <>
      <nav className={developerStyles['filter']} aria-label={texts.languages()}>
        {languages.map((language) => (
          <Link
            key={language}
            className={developerStyles['tab']}
            href={`/developers/quickstart?language=${encodeURIComponent(language)}`}
            scroll={false}
            aria-current={language === shown.language ? 'true' : undefined}
          >
            {language}
          </Link>
        ))}
      </nav>
      <ol className={styles['steps']}>
        <li>
          <Anchor href="/developers" underline="always">
            {texts.createKey()}
          </Anchor>
        </li>
        <li>
          <Text mb="xs">{texts.saveFile({ file: shown.file })}</Text>
          <CodeSnippet id="sample" title={shown.file} text={shown.text} />
        </li>
        <li>
          <Text mb="xs">{texts.run()}</Text>
          <CodeSnippet id="run" title={texts.terminal()} text={shown.commands} />
        </li>
      </ol>
      <Text mt="xl" c="dimmed" maw="65ch">
        {texts.next()}{' '}
        <Anchor href="/docs" underline="always">
          {texts.reference()}
        </Anchor>
      </Text>
      <KnownApis baseUrl={baseUrl} />
    </>
  );
}
