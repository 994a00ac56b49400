/** How one person likes the editor. Kept in the account, or for a guest in the browser. */
export interface EditorSettings {
  /** A plain click seeks, and an Alt click places the caret, instead of the other way round. */
  seekOnClick: boolean;
  /** The page scrolls with the sound. */
  follow: boolean;
  spellcheck: boolean;
}

/** What holds until somebody changes it. */
export const defaultSettings: EditorSettings = { seekOnClick: false, follow: true, spellcheck: true };
