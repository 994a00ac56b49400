import { z } from 'zod';
import { reading, tool } from '#lib/api/mcp/tool';
import { givenCursor, nextCursor, toEditorUrl } from '#lib/api/mcp/tools/shapes';
import { jobId } from '#lib/api/v1/schemas';
import { formatClock } from '#lib/messages/format';
import { findQuotes } from '#lib/search/find-quotes';

const output = z.object({
  quotes: z.array(
    z.object({
      job_id: z.string(),
      name: z.string().describe('Name of the recording.'),
      created_on: z.string().describe('When the recording was submitted, ISO 8601 in UTC.'),
      speaker: z.string().optional(),
      start_seconds: z.number().describe('Where the words begin in the recording.'),
      quote: z.string().describe('The matching words in context; … marks omitted words.'),
      url: z.string().describe('Opens the editor at this moment.'),
    }),
  ),
  next_cursor: nextCursor,
});

/** Searches all transcripts, and links each hit to its time. */
export const searchTranscripts = tool({
  name: 'search_transcripts',
  title: 'Search transcripts',
  description:
    'Finds passages in the transcripts of the account that contain all given words, in any order, and quotes them with ' +
    'speaker, time and a link to that moment in the editor. Words are matched exactly, without grammar or meaning: ' +
    'search for few, distinctive words, and try other forms. The last word can be incomplete. Newest recordings come first.',
  scope: 'read',
  annotations: reading,
  input: z.object({
    query: z.string().trim().min(1).max(300).describe('Words that were said, such as “budget 2027”.'),
    job_id: jobId.optional().describe('Search only the transcript of this job.'),
    limit: z.int().min(1).max(50).default(10).describe('Quotes per page.'),
    cursor: givenCursor,
  }),
  output,
  async run({ db, accountId, mode }, { query, job_id: within, limit, cursor }) {
    const search = { accountId, mode, search: query, jobId: within, limit, after: cursor };
    const found = await findQuotes(db, search);
    const quotes = found.quotes.map(({ jobId: id, jobName, createdAt, speaker, startMs, text }) => ({
      ...{ job_id: id, name: jobName, created_on: createdAt.toISOString(), speaker },
      ...{ start_seconds: startMs / 1000, quote: text, url: toEditorUrl(id, startMs) },
    }));
    const lines = found.quotes.map(
      ({ jobId: id, jobName, speaker, startMs, text }) =>
        `“${jobName}” [${formatClock(startMs)}] ${speaker === undefined ? '' : `${speaker}: `}${text} (${toEditorUrl(id, startMs)})`,
    );
    if (lines.length === 0) lines.push('No matches.');
    if (found.next !== undefined) lines.push(`There are more: cursor "${found.next}".`);
    return { structured: { quotes, next_cursor: found.next }, text: lines.join('\n') };
  },
});
