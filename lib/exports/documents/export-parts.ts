/** What stands before the words of each monologue. */
export interface ExportParts {
  times: boolean;
  speakers: boolean;
}

/** Both, the default of every document. */
export const allParts: ExportParts = { times: true, speakers: true };
