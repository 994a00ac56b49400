'use client';

import { Menu } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { speakerTexts } from '#components/texts/speakers';
import { AnchoredMenu } from '../anchored-menu';
import { colourOf } from '../document/monologue-view';
import { attributesOf, speakersOf } from '../document/to-document';
import { useRoom } from '../edit-room';
import { assign } from './assign';
import { mapScope, monologuesIn, type Scope } from './assign-speaker';
import { nameOf } from './change-speakers';
import { rectOfScope } from './rect-of-scope';
import { Swatch } from './swatch';
import styles from './speaker-menu.module.css';

const texts = speakerTexts.menu;

/** The speakers to choose from for what was clicked or is selected. */
export function SpeakerMenu({ scope: opened }: { scope: Scope }) {
  const room = useRoom();
  const { editor, menu } = room;
  const [scope, setScope] = useMappedScope(opened);
  const rectOf = useCallback(() => rectOfScope(editor, scope), [editor, scope]);
  const { doc } = editor.state;
  const here = monologuesIn(doc, scope)[0];
  const now = here === undefined ? undefined : attributesOf(here.node).speaker;
  const close = (): void => {
    menu.set(undefined);
    editor.view.focus();
  };
  return (
    <AnchoredMenu name={texts.name} rectOf={rectOf} onClose={close}>
      <Choices scope={scope} onChange={setScope} />
      <Menu.RadioGroup
        value={String(now)}
        onChange={(id) => {
          const speaker = speakersOf(doc).find((one) => String(one.id) === id);
          close();
          if (speaker !== undefined) assign(room, scope, speaker);
        }}
      >
        <Menu.Label>{texts.speakers}</Menu.Label>
        {speakersOf(doc).map((speaker, i) => (
          <Menu.RadioItem
            key={speaker.id}
            value={String(speaker.id)}
            closeMenuOnClick
            {...(speaker.id === now ? { 'data-autofocus': true } : {})}
          >
            <span className={styles['choice']}>
              <Swatch colour={colourOf(speaker)} />
              <bdi className={styles['name']}>{speaker.name}</bdi>
              {i < 9 && (
                <span aria-hidden className={styles['number']}>
                  {i + 1}
                </span>
              )}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item
        closeMenuOnClick={false}
        onClick={() => menu.set({ kind: 'speakers-dialog', assign: scope })}
      >
        {texts.add}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        onClick={() => menu.set({ kind: 'speakers-dialog', ...(now === undefined ? {} : { rename: now }) })}
      >
        {texts.overview}
      </Menu.Item>
    </AnchoredMenu>
  );
}

/** The scope, which follows its place when others change the text meanwhile. */
function useMappedScope(opened: Scope): [Scope, (scope: Scope) => void] {
  const { editor } = useRoom();
  const [scope, setScope] = useState(opened);
  useEffect(() => {
    const follow = ({ transaction }: { transaction: Parameters<typeof mapScope>[2] }): void => {
      if (transaction.docChanged) setScope((before) => mapScope(before, transaction.before, transaction));
    };
    editor.on('transaction', follow);
    return () => void editor.off('transaction', follow);
  }, [editor]);
  return [scope, setScope];
}

/** Whether it is this monologue, or what follows of its speaker too. */
function Choices({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { doc } = useRoom().editor.state;
  if (scope.kind === 'words') return <Menu.Label>{texts.words}</Menu.Label>;
  if (scope.kind === 'monologues' && scope.first !== scope.last) {
    return <Menu.Label>{texts.several(scope.last - scope.first + 1)}</Menu.Label>;
  }
  const speaker = attributesOf(doc.child(Math.min(scope.first, doc.childCount - 1))).speaker;
  const following: Scope = { kind: 'following', first: scope.first, speaker };
  const count = monologuesIn(doc, following).length;
  if (count < 2) return null;
  return (
    <>
      <Menu.RadioGroup
        value={scope.kind}
        onChange={(kind) =>
          onChange(
            kind === 'following' ? following : { kind: 'monologues', first: scope.first, last: scope.first },
          )
        }
      >
        <Menu.Label>{texts.appliesTo}</Menu.Label>
        <Menu.RadioItem value="monologues" closeMenuOnClick={false}>
          {texts.this}
        </Menu.RadioItem>
        <Menu.RadioItem value="following" closeMenuOnClick={false}>
          {texts.following(nameOf(doc, speaker), count)}
        </Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}
