import { z } from 'zod';

/* The Model Context Protocol over streamable HTTP (modelcontextprotocol.io/specification) as a dialect of our verbs. */

const nothing = z.object({});

/** The one operation of this dialect. Tools that need more than reading check the scope themselves. */
export const operation = { id: 'mcp', scope: 'read', params: nothing, query: nothing } as const;

/** Exceeds a submission with the longest vocabulary. */
export const maxBodyBytes = 768 * 1024;

/** Maximum messages per request, in the revisions with batches. Each counts against its key's limit. */
export const maxBatch = 20;

/** Explains to a model how the tools work together. */
export const instructions = `Longhand transcribes recordings. submit_recording takes the URL of an audio or video file and \
returns a job at once; get_job returns its status, and waits for its end if wait_seconds is set. get_transcript returns \
the text with speakers and times, page by page, and search_transcripts finds what was said in all transcripts of the account. \
Each quote has a link that opens the editor at that moment: show it to the user. Transcribing costs money: call \
estimate_price before you submit, and submit only what the user asked for.`;
