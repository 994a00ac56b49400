import { Anchor, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { readFile } from 'node:fs/promises';
import { toElement } from '#app/(site)/release-notes/release-notes.tsx';
import { getSession } from '#app/session';
import { PageFrame } from '#components/shell/page-frame';
import { getLanguage } from '#lib/messages/locale';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/help';
import styles from './help.module.css';
import { parseHelp, type Block } from './parse-help';

export const generateMetadata = (): Metadata => ({ title: commonTexts.help() });

/** The running version's docs/editor.md, in English regardless of the page's language. */
export default async function Page() {
  const file = 'docs/editor.md';
  const [account, markdown] = await Promise.all([
    getSession(),
    readFile(/* turbopackIgnore: true */ file, 'utf8'),
  ]);
  const blocks = parseHelp(markdown);
  return (
    <PageFrame email={account?.email}>
      <Title order={1}>{commonTexts.help()}</Title>
      {getLanguage() !== 'en' && <p className={styles['language']}>{texts.inEnglish()}</p>}
      <div className={styles['help']} lang="en">
        <nav className={styles['contents']} aria-label={texts.contents()}>
          <ul>
            {blocks.map(
              (block) =>
                block.kind === 'heading' && (
                  <li key={block.id} data-level={block.level}>
                    <Anchor href={`#${block.id}`}>{block.text}</Anchor>
                  </li>
                ),
            )}
          </ul>
        </nav>
        <div className={styles['text']}>{blocks.map(toBlockElement)}</div>
      </div>
    </PageFrame>
  );
}

function toBlockElement(block: Block, index: number) {
  switch (block.kind) {
    case 'heading':
      return (
        <Title key={block.id} order={block.level} id={block.id}>
          {block.text}
        </Title>
      );
    case 'paragraph':
      return <p key={index}>{block.parts.map(toElement)}</p>;
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <table key={index}>
          <thead>
            <tr>
              {head.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
                <th key={column}>{cell.map(toElement)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows stay where they are
              <tr key={row}>
                {cells.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
                  <td key={column}>{cell.map(toElement)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
  }
}
