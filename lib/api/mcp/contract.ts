import { z } from 'zod';

/* The Model Context Protocol by streamable HTTP (modelcontextprotocol.io/specification) as a dialect of our verbs. */

const nothing = z.object({});

/** The one operation of this dialect. Tools that need more than reading check the scope themselves. */
export const operation = { id: 'mcp', scope: 'read', params: nothing, query: nothing } as const;

/** More than a submission with the longest vocabulary needs. */
export const maxBodyBytes = 768 * 1024;

/** The most messages in one request, in the revisions that have batches. Each counts against the limit of its key. */
export const maxBatch = 20;

/** Tells a model how the tools work together. */
export const instructions = `Longhand transcribes recordings. submit_recording takes the URL of an audio or video file and \
returns a job at once; get_job tells when it is transcribed, and with wait_seconds it waits for that. get_transcript reads \
the text with speakers and times in pages, and search_transcripts finds what was said in all transcripts of the account. \
Each quote has a link that opens the editor at that moment: give it to the user. Transcribing costs money: ask \
estimate_price before you submit, and submit only what the user asked for.`;
