import { useSetting } from '#components/editor/context.ts';
import { usePlayer } from '#components/editor/player/use-player.ts';

/** Whether the recording is a video, and whether its picture is wanted. */
export function usePicture(): 'none' | 'hidden' | 'shown' {
  const isWanted = useSetting('picture');
  const hasPicture = usePlayer((player) => {
    const state = player.state();
    return state.kind === 'ready' && state.video;
  });
  if (!hasPicture) return 'none';
  return isWanted ? 'shown' : 'hidden';
}
