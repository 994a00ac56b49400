import { getProblemTexts, problemCatalogue, type ProblemSlug } from '#lib/api/v1/problems/problem-catalogue';
import { problemBody, problemUri } from '#lib/api/v1/problems/problems';

/** A type of problem, as its URI describes it in JSON. */
export interface ProblemFacts {
  type: string;
  title: string;
  status: number;
  raised_when: string;
  what_to_do: string;
  /** Descriptions of the further members, by name. */
  members: Record<string, string>;
  example: Record<string, unknown>;
}

/** All that is known of a type of problem, from the server at `baseUrl`. */
export function problemFacts(baseUrl: string, slug: ProblemSlug): ProblemFacts {
  const { status, members, example } = problemCatalogue[slug];
  const { title, raisedWhen, whatToDo } = getProblemTexts(slug);
  const described = Object.entries(members).map(([name, member]) => [name, getDescription(member)]);
  return {
    type: problemUri(baseUrl, slug),
    title,
    status,
    raised_when: raisedWhen,
    what_to_do: whatToDo,
    members: Object.fromEntries(described) as Record<string, string>,
    example: problemBody(baseUrl, example),
  };
}

function getDescription(member: unknown): string {
  return (member as { description?: string }).description ?? '';
}
