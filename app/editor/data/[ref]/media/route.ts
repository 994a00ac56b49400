import { answerMedia } from '#app/editor/answer-media';
import { authorize } from '#app/editor/authorize';

export const dynamic = 'force-dynamic';

interface Context {
  params: Promise<{ ref: string }>;
}

/** The media of a transcript. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const opened = await authorize(request, (await params).ref);
  return opened instanceof Response ? opened : answerMedia({ ...opened, linkId: opened.author.linkId });
}
