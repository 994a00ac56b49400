import * as texts from '#messages/editor/tags';
import type { Editor } from '@tiptap/core';
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state';
import { useEffect, useMemo } from 'react';
import { createFinder, type Finder } from '#components/editor/find/finder.ts';
import type { OverlayStore, OpenOverlay } from './open-overlay';
import { monologueScope, getScope } from '#components/editor/speakers/assign-speaker.ts';
import { createStore } from '#components/ui/store.ts';
import { suggestionKey, tagSuggestion } from '#components/editor/tags/tag-suggestion.ts';

/** What commands and the overlays share. */
export interface OverlayContext {
  overlay: OverlayStore;
  finder: Finder;
}

/** The menus of speakers and tags, and finding, for an editor; undefined until it is there. */
export function useOverlayContext(
  editor: Editor | null,
  announce: (text: string) => void,
): OverlayContext | undefined {
  const context = useMemo((): OverlayContext | undefined => {
    if (editor === null) return undefined;
    return {
      overlay: createStore<OpenOverlay | undefined>(undefined),
      finder: createFinder({ editor, announce }),
    };
  }, [editor, announce]);
  useEffect(() => {
    if (editor === null || context === undefined) return;
    const { overlay, finder } = context;
    const plugins = [
      tagKeys((at) => overlay.set({ kind: 'tags', at })),
      tagSuggestion((tag) => announce(texts.inserted({ tag }))),
    ];
    for (const plugin of plugins) editor.registerPlugin(plugin, (plugin, others) => [plugin, ...others]);
    const endFinding = finder.listen();
    const endClicks = openByClick(editor, overlay);
    return () => {
      endFinding();
      endClicks();
      if (!editor.isDestroyed) editor.unregisterPlugin([tagKeysKey, suggestionKey]);
    };
  }, [editor, context, announce]);
  return context;
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
function openByClick(editor: Editor, overlay: OverlayStore): () => void {
  const { dom } = editor.view;
  const open = ({ target, button, altKey }: MouseEvent): void => {
    if (!(target instanceof Element) || button !== 0 || altKey || !editor.isEditable) return;
    const speaker = target.closest("[data-role='speaker']");
    const tag = target.closest('[data-tag]');
    if (speaker !== null) {
      const monologue = speaker.closest('section');
      const index = monologue === null ? -1 : [...dom.children].indexOf(monologue);
      if (index < 0) return;
      const scope = getScope(editor.state);
      const isSelected = scope.kind === 'monologues' && scope.first <= index && index <= scope.last;
      overlay.set({ kind: 'speakers', scope: isSelected ? scope : monologueScope(index) });
    } else if (tag !== null) {
      const at = editor.view.posAtDOM(tag, 0);
      if (editor.state.doc.nodeAt(at)?.type.name === 'tag') overlay.set({ kind: 'tags', at });
    }
  };
  dom.addEventListener('click', open);
  return () => dom.removeEventListener('click', open);
}
