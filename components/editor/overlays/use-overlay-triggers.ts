import type { Editor } from '@tiptap/core';
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state';
import { useEffect } from 'react';
import { useEditorServices, type EditorStores } from '#components/editor/context.ts';
import { monologueScope, getScope } from '#components/editor/speakers/assign-speaker.ts';
import { createTagWriter } from '#components/editor/tags/insert-tag.ts';
import { suggestionKey, tagSuggestion } from '#components/editor/tags/tag-suggestion.ts';

/** Opens the speaker and tag menus from the text, and suggests tags while typing. */
export function useOverlayTriggers(): void {
  const services = useEditorServices();
  useEffect(() => {
    const { editor, overlay } = services;
    const plugins = [
      tagKeys((at) => overlay.set({ kind: 'tags', at })),
      tagSuggestion(createTagWriter(services)),
    ];
    for (const plugin of plugins) editor.registerPlugin(plugin, (plugin, others) => [plugin, ...others]);
    const endClicks = openByClick(editor, overlay);
    return () => {
      endClicks();
      if (!editor.isDestroyed) editor.unregisterPlugin([tagKeysKey, suggestionKey]);
    };
  }, [services]);
}

const tagKeysKey = new PluginKey('tag-keys');

/** Enter opens the menu of the selected tag instead of splitting the monologue. */
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

/** Opens a menu on a click on a speaker's name or a tag. */
function openByClick(editor: Editor, overlay: EditorStores['overlay']): () => void {
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
