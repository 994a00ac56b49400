/** Details, beyond the path, that an answer adds to its request's line in the log. */
export interface RequestNotes {
  /** The names of what was called at this path, known ones only: a line holds nothing that a client made up. */
  called: string[];
  /** The kind of refusal that the answer tells of, where its status is 200 all the same. */
  problem?: string;
}

const notes = new WeakMap<Request, RequestNotes>();

/** Notes that a known operation was called at the path of this request. */
export function noteCall(request: Request, name: string): void {
  edit(request).called.push(name);
}

/** Notes the kind of refusal that the answer to this request tells of. */
export function noteProblem(request: Request, problem: string): void {
  edit(request).problem = problem;
}

/** The notes on this request; undefined if there are none. */
export function findNotes(request: Request): RequestNotes | undefined {
  return notes.get(request);
}

function edit(request: Request): RequestNotes {
  const found = notes.get(request) ?? { called: [] };
  notes.set(request, found);
  return found;
}
