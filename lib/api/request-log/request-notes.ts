/** Details, beyond the path, that handlers add to a request's entry in the log. */
export interface RequestNotes {
  /** Names of the operations called at this path; known ones only, never text from the client. */
  called: string[];
  /** The kind of refusal in a response whose status is 200 nevertheless. */
  problem?: string;
}

const notes = new WeakMap<Request, RequestNotes>();

/** Notes the call of a known operation at this request's path. */
export function noteCall(request: Request, name: string): void {
  edit(request).called.push(name);
}

/** Notes the kind of refusal in this request's response. */
export function noteProblem(request: Request, problem: string): void {
  edit(request).problem = problem;
}

/** Returns the notes on this request; undefined if there are none. */
export function findNotes(request: Request): RequestNotes | undefined {
  return notes.get(request);
}

function edit(request: Request): RequestNotes {
  const found = notes.get(request) ?? { called: [] };
  notes.set(request, found);
  return found;
}
