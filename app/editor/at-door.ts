import { openDoor, openToWrite, type Opened } from '#app/editor/open-door';
import { problem, refusalProblem } from '#app/editor/problem';
import { doorTexts as texts } from '#components/texts/doors';
import { log } from '#lib/log';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

/** A request of somebody who has come in. */
export interface AtDoor extends Opened {
  request: Request;
  params: Record<string, string>;
}

/** A route handler as Next calls it. */
type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

type Opener = (request: Request, door: string) => Promise<Opened | Response>;

/** A route for everybody who may read the transcript. Refusals and defects are told in words. */
export function atDoor(handle: (at: AtDoor) => Promise<Response>): Route {
  return behind(openDoor, handle);
}

/** A route for those who may change the transcript. */
export function atDoorToWrite(handle: (at: AtDoor) => Promise<Response>): Route {
  return behind(openToWrite, handle);
}

function behind(open: Opener, handle: (at: AtDoor) => Promise<Response>): Route {
  return async (request, context) => {
    const response = await answer(open, handle, request, await context.params);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
    return response;
  };
}

async function answer(
  open: Opener,
  handle: (at: AtDoor) => Promise<Response>,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  try {
    const opened = await open(request, params['door'] ?? '');
    return opened instanceof Response ? opened : await handle({ ...opened, request, params });
  } catch (error) {
    if (error instanceof Refusal) return refusalProblem(error);
    const requestId = newId();
    log().error({ err: error, requestId }, 'a request of the editor met a defect');
    return problem(500, texts.defect(requestId));
  }
}
