/** What stands before the words of each monologue. */
export interface Shown {
  times: boolean;
  speakers: boolean;
}

/** Both, as every document has it that nobody asked for otherwise. */
export const everythingShown: Shown = { times: true, speakers: true };
