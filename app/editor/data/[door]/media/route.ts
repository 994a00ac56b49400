import { answerMedia } from '#app/editor/answer-media';
import { openDoor } from '#app/editor/open-door';

export const dynamic = 'force-dynamic';

interface Context {
  params: Promise<{ door: string }>;
}

/** What the editor can play of a transcript. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const opened = await openDoor(request, (await params).door);
  return opened instanceof Response ? opened : answerMedia({ ...opened, linkId: opened.author.linkId });
}
