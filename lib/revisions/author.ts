/** The author of an edit, as the history shows it. `linkId` is the share link that a guest came by. */
export interface Author {
  kind: 'owner' | 'guest';
  name: string;
  linkId?: string | undefined;
}
