import { useEditorServices } from '#components/editor/context.ts';
import { allPanels, type Panel } from './panels';

/** The panels that are open to this person, by how prominent their buttons are. */
export function usePanels(): Record<Panel['rank'], Panel[]> {
  const { access } = useEditorServices();
  const open = allPanels.filter(({ ownerOnly }) => access.isOwner || ownerOnly !== true);
  const ofRank = (wanted: Panel['rank']) => open.filter(({ rank }) => rank === wanted);
  return { primary: ofRank('primary'), secondary: ofRank('secondary'), rest: ofRank('rest') };
}
