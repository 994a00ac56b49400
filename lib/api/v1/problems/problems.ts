import {
  describeMember,
  getProblemTexts,
  problemCatalogue,
  type ProblemSlug,
  type ReasonOf,
} from '#lib/api/v1/problems/problem-catalogue';
import { withLocale } from '#lib/messages/with-locale';
import type { ApiRefusalReason } from '#lib/refusal';

/** A refusal as sent (RFC 9457), without its `type` URI. */
export interface Problem {
  slug: string;
  status: number;
  title: string;
  detail: string;
  /** The type's extra members. */
  extra: Record<string, unknown>;
}

/** A problem on the wire, its members in the order sent. */
export interface WrittenProblem {
  type: string;
  title: string;
  status: number;
  detail: string;
  [member: string]: unknown;
}

/** A type of problem, as described in JSON at its URI. */
export interface ProblemFacts {
  type: string;
  title: string;
  status: number;
  raised_when: string;
  what_to_do: string;
  /** Descriptions of the extra members, by name. */
  members: Record<string, string>;
  example: Record<string, unknown>;
}

/** Converts a refusal to a problem. */
export function toProblem(reason: ApiRefusalReason): Problem {
  return describe(reason.kind, reason);
}

/** Returns the URI of a type of problem, which opens a page about it. */
export function problemUri(baseUrl: string, slug: string): string {
  return `${new URL(baseUrl).origin}/api/v1/errors/${slug}`;
}

/** Returns the body of a problem response for a refusal, from the server at `baseUrl`. */
export function problemBody(baseUrl: string, reason: ApiRefusalReason): WrittenProblem {
  const { slug, status, title, detail, extra } = toProblem(reason);
  return { type: problemUri(baseUrl, slug), title, status, detail, ...extra };
}

function describe<Slug extends ProblemSlug>(slug: Slug, reason: ReasonOf<Slug>): Problem {
  const type = problemCatalogue[slug];
  const { title } = getProblemTexts(slug);
  return { slug, status: type.status, title, detail: type.detail(reason), extra: type.extra(reason) };
}

/** Returns all facts of a type of problem, from the server at `baseUrl`. */
export function problemFacts(baseUrl: string, slug: ProblemSlug): ProblemFacts {
  const { status, members, example } = problemCatalogue[slug];
  const { title, raisedWhen, whatToDo } = getProblemTexts(slug);
  const described = withLocale('en', () =>
    Object.keys(members).map((name) => [name, describeMember(slug, name)]),
  );
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
