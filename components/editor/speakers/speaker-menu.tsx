'use client';

import * as texts from '#messages/editor/speaker-menu';
import { Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useState } from 'react';
import { AnchoredMenu, rectAt, type Rect } from '#components/editor/overlays/anchored-menu';
import {
  getSpeakerColor,
  getAttributes,
  getSpeakers,
  getStart,
} from '#components/editor/document/to-document.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { assign, mapScope, monologuesIn, type Scope } from './assign-speaker';
import { getSpeakerName } from './change-speakers';
import { Swatch } from './swatch';
import styles from './speaker-menu.module.css';

/** Chooses a speaker for what was clicked or is selected. */
export function SpeakerMenu({ scope: opened }: { scope: Scope }) {
  const services = useEditorServices();
  const { editor, overlay } = services;
  const [scope, setScope] = useMappedScope(opened);
  const getRect = useCallback(() => getScopeRect(editor, scope), [editor, scope]);
  const { doc } = editor.state;
  const here = monologuesIn(doc, scope)[0];
  const now = here === undefined ? undefined : getAttributes(here.node).speaker;
  const close = (): void => {
    overlay.set(undefined);
    editor.view.focus();
  };
  return (
    <AnchoredMenu name={texts.title()} getRect={getRect} onClose={close}>
      <Choices scope={scope} onChange={setScope} />
      <Menu.RadioGroup
        value={String(now)}
        onChange={(id) => {
          const speaker = getSpeakers(doc).find((speaker) => String(speaker.id) === id);
          close();
          if (speaker !== undefined) assign(services, scope, speaker);
        }}
      >
        <Menu.Label>{texts.speakers()}</Menu.Label>
        {getSpeakers(doc).map((speaker, i) => (
          <Menu.RadioItem
            key={speaker.id}
            value={String(speaker.id)}
            closeMenuOnClick
            {...(speaker.id === now ? { 'data-autofocus': true } : {})}
          >
            <span className={styles['choice']}>
              <Swatch color={getSpeakerColor(speaker)} />
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
        onClick={() => overlay.set({ kind: 'speakers-dialog', assign: scope })}
      >
        {texts.add()}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        onClick={() =>
          overlay.set({ kind: 'speakers-dialog', ...(now === undefined ? {} : { rename: now }) })
        }
      >
        {texts.manage()}
      </Menu.Item>
    </AnchoredMenu>
  );
}

/** The anchor of the menu for this scope: the speaker's name, or the selected words. */
function getScopeRect(editor: Editor, scope: Scope): Rect | undefined {
  const { view, state } = editor;
  if (scope.kind === 'words') return rectAt(editor, scope.from);
  const monologue = view.nodeDOM(getStart(state.doc, Math.min(scope.first, state.doc.childCount - 1)));
  if (!(monologue instanceof Element)) return undefined;
  return monologue.querySelector("[data-role='speaker']")?.getBoundingClientRect();
}

/** The scope, mapped through others' changes. */
function useMappedScope(opened: Scope): [Scope, (scope: Scope) => void] {
  const { editor } = useEditorServices();
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

/** Chooses between this monologue only and the speaker's following ones, too. */
function Choices({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { doc } = useEditorServices().editor.state;
  if (scope.kind === 'words') return <Menu.Label>{texts.selectedWords()}</Menu.Label>;
  if (scope.kind === 'monologues' && scope.first !== scope.last) {
    return <Menu.Label>{texts.selectedParagraphs({ count: scope.last - scope.first + 1 })}</Menu.Label>;
  }
  const speaker = getAttributes(doc.child(Math.min(scope.first, doc.childCount - 1))).speaker;
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
        <Menu.Label>{texts.appliesTo()}</Menu.Label>
        <Menu.RadioItem value="monologues" closeMenuOnClick={false}>
          {texts.thisParagraph()}
        </Menu.RadioItem>
        <Menu.RadioItem value="following" closeMenuOnClick={false}>
          {texts.following({ name: getSpeakerName(doc, speaker), count })}
        </Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}
