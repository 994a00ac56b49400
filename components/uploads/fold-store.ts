import { persistedStore } from '#components/ui/persisted-store.ts';

/** True while the upload box is folded on a phone; remembered in this browser. */
export const foldStore = persistedStore(
  'longhand.upload-box',
  (text) => text !== 'open',
  (isFolded) => (isFolded ? 'folded' : 'open'),
);
