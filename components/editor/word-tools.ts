import type { Editor } from '@tiptap/core';
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state';
import { useEffect, useMemo } from 'react';
import { tagTexts } from '#components/texts/tags';
import { createFinder, type Finder } from './find/finder';
import type { MenuStore, OpenMenu } from './open-menu';
import { monologueScope, scopeOf } from './speakers/assign-speaker';
import { createStore } from './store';
import { suggestionKey, tagSuggestion } from './tags/tag-suggestion';

/** What commands and the layers over the text share. */
export interface WordTools {
  menu: MenuStore;
  finder: Finder;
}

/** The menus of speakers and tags, and finding, for an editor; undefined until it is there. */
export function useWordTools(editor: Editor | null, announce: (text: string) => void): WordTools | undefined {
  const tools = useMemo((): WordTools | undefined => {
    if (editor === null) return undefined;
    return { menu: createStore<OpenMenu | undefined>(undefined), finder: createFinder({ editor, announce }) };
  }, [editor, announce]);
  useEffect(() => {
    if (editor === null || tools === undefined) return;
    const { menu, finder } = tools;
    const plugins = [
      tagKeys((at) => menu.set({ kind: 'tags', at })),
      tagSuggestion((tag) => announce(tagTexts.said.inserted(tag))),
    ];
    for (const plugin of plugins) editor.registerPlugin(plugin, (one, others) => [one, ...others]);
    const endFinding = finder.listen();
    const endClicks = openByClick(editor, menu);
    return () => {
      endFinding();
      endClicks();
      if (!editor.isDestroyed) editor.unregisterPlugin([tagKeysKey, suggestionKey]);
    };
  }, [editor, tools, announce]);
  return tools;
}

const tagKeysKey = new PluginKey('tag-keys');

/** Enter opens the menu of a tag that is selected, instead of cutting the monologue there. */
function tagKeys(open: (at: number) => void): Plugin {
  return new Plugin({
    key: tagKeysKey,
    props: {
      handleKeyDown({ state: { selection }, editable }, { key, shiftKey, ctrlKey, metaKey, altKey }) {
        if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || !editable) return false;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'tag') return false;
        open(selection.from);
        return true;
      },
    },
  });
}

/** A click on a speaker's name, or on a tag, opens its menu. */
function openByClick(editor: Editor, menu: MenuStore): () => void {
  const { dom } = editor.view;
  const open = ({ target, button, altKey }: MouseEvent): void => {
    if (!(target instanceof Element) || button !== 0 || altKey || !editor.isEditable) return;
    const speaker = target.closest("[data-role='speaker']");
    const tag = target.closest('[data-tag]');
    if (speaker !== null) {
      const monologue = speaker.closest('section');
      const index = monologue === null ? -1 : [...dom.children].indexOf(monologue);
      if (index < 0) return;
      const scope = scopeOf(editor.state);
      const isSelected = scope.kind === 'monologues' && scope.first <= index && index <= scope.last;
      menu.set({ kind: 'speakers', scope: isSelected ? scope : monologueScope(index) });
    } else if (tag !== null) {
      const at = editor.view.posAtDOM(tag, 0);
      if (editor.state.doc.nodeAt(at)?.type.name === 'tag') menu.set({ kind: 'tags', at });
    }
  };
  dom.addEventListener('click', open);
  return () => dom.removeEventListener('click', open);
}
