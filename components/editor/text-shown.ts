import type { Room } from './edit-room';

/** Whether the text is on the page to be worked on: the reading view takes its place. */
export const isTextShown = ({ editor }: Pick<Room, 'editor'>): boolean => editor.view.dom.checkVisibility();
