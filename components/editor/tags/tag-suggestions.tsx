'use client';

import * as texts from '#messages/editor/tags';
import { Portal } from '@mantine/core';
import { useEditorState } from '@tiptap/react';
import { useCallback, useEffect } from 'react';
import { useRect, rectAt } from '#components/editor/overlays/anchored-menu';
import { useEditorServices } from '#components/editor/context.ts';
import { createTagWriter } from './insert-tag';
import { suggestionKey, takeSuggestion, type Suggestion } from './tag-suggestion';
import styles from './tags.module.css';

const listId = 'tag-suggestions';

/** The suggested tags at the caret. The focus stays in the text. */
export function TagSuggestions() {
  const { editor } = useEditorServices();
  const open = useEditorState({ editor, selector: ({ editor }) => suggestionKey.getState(editor.state) });
  return open && <Suggestions open={open} />;
}

function Suggestions({ open }: { open: Suggestion }) {
  const services = useEditorServices();
  const { editor, announce } = services;
  const writer = createTagWriter(services);
  const { from, names, chosen } = open;
  const rect = useRect(useCallback(() => rectAt(editor, from), [editor, from]));
  const first = writer.write(names[0] ?? '', from) ?? '';
  useEffect(() => {
    announce(texts.suggested({ tag: first, count: names.length }));
  }, [announce, first, names.length]);
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', `${listId}-${chosen}`);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, chosen]);
  if (rect === undefined) return null;
  return (
    <Portal>
      <div className={styles['suggestions']} style={placeBelow(rect)}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the text keeps the focus, which a select would take */}
        <div role="listbox" id={listId} aria-label={texts.suggestions()}>
          {names.map((name, i) => (
            <div
              key={name}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it belongs to that list
              role="option"
              id={`${listId}-${i}`}
              tabIndex={-1}
              aria-selected={i === chosen}
              className={styles['suggestion']}
              onPointerDown={(event) => {
                // The text keeps the focus and its caret.
                event.preventDefault();
                takeSuggestion(editor.view, open, name, writer);
              }}
            >
              {writer.write(name, from)}
            </div>
          ))}
        </div>
        <p className={styles['hint']}>{texts.suggestionsHelp()}</p>
      </div>
    </Portal>
  );
}

const roughWidth = 260;
const roughHeight = 290;

function placeBelow({ left, top, height }: { left: number; top: number; height: number }) {
  const isLow = top + height + roughHeight > window.innerHeight && top > roughHeight;
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - roughWidth)),
    ...(isLow ? { bottom: window.innerHeight - top + 4 } : { top: top + height + 4 }),
  };
}
