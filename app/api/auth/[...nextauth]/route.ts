import { answerAuth } from '#app/session';

export const dynamic = 'force-dynamic';

export const GET = answerAuth;
export const POST = answerAuth;
