import type { Scope } from '#components/editor/speakers/assign-speaker.ts';
import type { Store } from '#components/ui/store.ts';

/** The menu or dialog that is open over the text, one at a time. */
export type OpenOverlay =
  | { kind: 'speakers'; scope: Scope }
  /** `rename`: the speaker whose name has the focus; `assign`: what a speaker that is added is given to. */
  | { kind: 'speakers-dialog'; rename?: number; assign?: Scope }
  /** `at`: the tag in the document that is to be changed, where it is not a new one. */
  | { kind: 'tags'; at?: number }
  | { kind: 'tag-text'; at?: number }
  | { kind: 'record' }
  | { kind: 'go-to-time' }
  | { kind: 'rename' }
  | { kind: 'snippets' };

/** Holds what is open. */
export type OverlayStore = Store<OpenOverlay | undefined>;
