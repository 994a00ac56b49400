import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { usePlayer } from '#components/editor/player/use-player.ts';

/** Whether the recording is a video, and whether its picture is wanted. */
export function usePicture(): 'none' | 'hidden' | 'shown' {
  const isWanted = useSetting('picture');
  const { access } = useEditorServices();
  const hasPicture = usePlayer((player) => {
    const state = player.state();
    // Where it is known to be a video, its picture has its room before and after it can be played: the text stays as it is.
    return state.kind === 'ready' ? state.video : access.isVideo === true;
  });
  if (!hasPicture) return 'none';
  return isWanted ? 'shown' : 'hidden';
}
