import { answerTicket } from '#app/media/answer-ticket';

export const dynamic = 'force-dynamic';

interface Context {
  params: Promise<{ ticket: string }>;
}

/** The rendition that a signed address opens. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerTicket(request, (await params).ticket);
}

export { GET as HEAD };
