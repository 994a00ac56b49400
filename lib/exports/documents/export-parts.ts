/** What stands before the words of each monologue, and whether times are links into the editor. */
export interface ExportParts {
  times: boolean;
  speakers: boolean;
  links: boolean;
}

/** All of it, the default of every document. */
export const allParts: ExportParts = { times: true, speakers: true, links: true };
