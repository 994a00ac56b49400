import { describeMember, problemSlugs, type ProblemSlug } from '#lib/api/v1/problems/problem-catalogue';
import type { ProblemFacts } from '#lib/api/v1/problems/problems';
import { problemPageStyle } from '#lib/api/v1/problems/problem-page-style';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/problem-pages';

/* The pages behind problem URIs, which respond with HTML or JSON and so can't be Next's. Styled like appearance.tsx. */

/** HTML whose values are escaped. */
interface Html {
  html: string;
}

/** Renders the page about a type of problem. */
export function problemPage(slug: ProblemSlug, facts: ProblemFacts): string {
  const title = texts.titles[slug]();
  const members = Object.keys(facts.members).map((name): [string, string] => [
    name,
    describeMember(slug, name),
  ]);
  return page(
    title,
    html`
      <p class="kind">${marked(texts.kind({ slug: `\`${slug}\``, status: String(facts.status) }))}</p>
      <h1>${title}</h1>
      <p class="lead">${marked(texts.raised({ condition: texts.raisedWhen[slug]() }))}</p>
      <h2>${texts.whatToDoTitle()}</h2>
      <p>${marked(texts.whatToDo[slug]())}</p>
      ${members.length > 0 && membersList(members)}
      <h2>${texts.example()}</h2>
      <pre tabindex="0" aria-label="${texts.example()}">${JSON.stringify(facts.example, null, 2)}</pre>
      ${otherTypes(slug)}
    `,
  );
}

/** Renders the page for an unknown problem URI. */
export function noProblemPage(): string {
  return page(
    texts.unknown(),
    html`
      <p class="kind">404</p>
      <h1>${texts.unknown()}</h1>
      <p class="lead">${texts.unknownText()}</p>
      ${otherTypes()}
    `,
  );
}

function membersList(members: Array<[string, string]>): Html {
  const items = members.map(([name, description]) => {
    return html`<dt><code>${name}</code></dt>
      <dd>${marked(description)}</dd>`;
  });
  return html`<h2>${texts.membersTitle()}</h2>
    <dl>${items}</dl>`;
}

function otherTypes(current?: ProblemSlug): Html {
  const items = problemSlugs
    .filter((slug) => slug !== current)
    .map((slug) => html`<li><a href="/api/v1/errors/${slug}">${texts.titles[slug]()}</a></li>`);
  return html`<nav aria-label="${texts.navLabel()}">
    <h2>${current === undefined ? texts.allTypes() : texts.otherTypes()}</h2>
    <ul>
      ${items}
    </ul>
  </nav>`;
}

/** Renders a page with a single message, for when no other can be rendered. */
export function messagePage(title: string, text: string): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p class="lead">${text}</p>`,
  );
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="${getLocale()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Longhand</title>
        <link rel="icon" href="/favicon.svg" />
        ${style}
      </head>
      <body>
        <header>
          <div>
            <a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24" />Longhand</a>
            <a class="link" href="/docs">API</a>
          </div>
        </header>
        <main>${content}</main>
      </body>
    </html>`.html;
}

/** Turns text between backticks into code. */
function marked(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function html(texts: TemplateStringsArray, ...values: Array<Html | Html[] | string | number | false>): Html {
  const parts = texts.map((text, index) => text + shown(values[index] ?? ''));
  return { html: parts.join('') };
}

function shown(value: Html | Html[] | string | number | false): string {
  if (value === false) return '';
  if (Array.isArray(value)) return value.map(shown).join('');
  if (typeof value === 'object') return value.html;
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style: Html = { html: `<style>${problemPageStyle}</style>` };
