import type { Page, Request } from 'playwright';
import { colorFindings, colorRules, seriousFindings } from '#e2e/support/accessibility';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepPicture } from '#e2e/support/keep-picture';
import { waitFor } from '#e2e/support/wait';

/** What looks at pages beside axe, and what is different about them. */
interface Looks {
  /** The pages are looked at in English, too, and axe looks once, at no colors: other words change how wide a page is, and little else. */
  isTranslated?: boolean;
  /** What else is wrong with the open page of this name. */
  alsoFind?: (page: Page, name: string) => Promise<string[]>;
}

/** How a page is looked at, one after the other: it is loaded with the first, and axe goes through all of it but on tablets. */
const looks = [
  [360, 'dark', seriousFindings],
  [360, 'light', colorFindings],
  [768, 'light', undefined],
  [1280, 'light', seriousFindings],
  [1280, 'dark', colorFindings],
] as const;

/**
 * Opens a page, and looks at it on a phone, a tablet and a laptop, light and dark. Returns what is wrong: serious findings of axe, where
 * it is wider than its window, a head without a title, what it preloads and does not use, and what it has rendered ahead. `keepPicture`
 * keeps each look under this name.
 */
async function lookAtPage(
  page: Page,
  url: string,
  { name, isTranslated = false, alsoFind = async () => [] }: Looks & { name: string },
): Promise<string[]> {
  const findings: string[] = [];
  for (const [at, [width, colorScheme, find]] of looks.entries()) {
    if (isTranslated && find === colorFindings) continue;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (at === 0) findings.push(...(await openPage(page, url)));
    await isDrawn(page, colorScheme);
    await keepPicture(page, `${name}${isTranslated ? '-de' : ''}-${width}-${colorScheme}`, {
      fullPage: true,
    });
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const found = [
      ...(isTooWide ? ['wider than its window'] : []),
      ...((await (isTranslated ? findInWords(page, at) : find?.(page))) ?? []),
    ];
    findings.push(...found.map((finding) => `at ${width}, ${colorScheme}: ${finding}`));
  }
  findings.push(...(await alsoFind(page, name)));
  return findings.map((finding) => `${name}: ${finding}`);
}

/** What axe finds on a page that was looked at in other words. */
const findInWords = async (page: Page, at: number): Promise<string[]> =>
  at > 0 ? [] : seriousFindings(page, { except: colorRules });

/** Goes to a page; returns what is wrong with its answer and with what it loads ahead. */
async function openPage(page: Page, url: string): Promise<string[]> {
  const ahead: string[] = [];
  const note = (request: Request) => {
    if ('next-router-prefetch' in request.headers()) ahead.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  const answer = await page.goto(url);
  const [head = ''] = (await answer?.text())?.split('</head>') ?? [];
  await hydrated(page);
  const unused = await findUnusedPreloads(page, answer?.headers()['link'] ?? '');
  page.off('request', note);
  return [
    ...(answer !== null && answer.status() >= 500 ? [`answered with ${answer.status()}`] : []),
    ...(head.includes('<title>') ? [] : ['no title in its head']),
    ...unused.map((preload) => `${preload} is preloaded and not used`),
    ...ahead.map((path) => `${path} is rendered ahead`),
  ];
}

/** What a page preloads, by its links and its header, and does not use: a browser warns of it some seconds later. */
async function findUnusedPreloads(page: Page, header: string): Promise<string[]> {
  // A transcript is there only then, and its typeface in use.
  await waitFor('the end of loading', async () =>
    (await page.locator('[data-opening]').count()) === 0 ? true : undefined,
  );
  return page.evaluate(async (given) => {
    await document.fonts.ready;
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(
      ({ href }) => href,
    );
    const announced = [...given.matchAll(/<([^>]+)>; rel=preload/g)].map(([, path = '']) => path);
    const preloads = new Set([...links, ...announced].map((path) => new URL(path, location.href).href));
    const sheets = [...document.styleSheets];
    const faces = new Set(
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family, unicodeRange }) =>
          `${family} ${unicodeRange}`.replaceAll(/["'\s]/g, '').toLowerCase(),
        ),
    );
    const fonts = sheets.flatMap(({ href, cssRules }) =>
      [...cssRules].flatMap((rule) => {
        if (!(rule instanceof CSSFontFaceRule)) return [];
        const [family, range, src] = ['font-family', 'unicode-range', 'src'].map((name) =>
          rule.style.getPropertyValue(name),
        );
        if (!faces.has(`${family} ${range}`.replaceAll(/["'\s]/g, '').toLowerCase())) return [];
        const file = /url\("([^"]+)"\)/.exec(src ?? '')?.[1];
        return file === undefined ? [] : [new URL(file, href ?? location.href).href];
      }),
    );
    const used = new Set([
      ...fonts,
      ...sheets.map(({ href }) => href ?? ''),
      ...[...document.images].map(({ src }) => src),
      ...[...document.scripts].map(({ src }) => src),
    ]);
    return [...preloads].filter((url) => !used.has(url));
  }, header);
}

/** What `lookAtPage` finds on these pages of the site, by the name of each and its path. */
export async function lookAtPages(
  page: Page,
  baseUrl: string,
  pages: Record<string, string>,
  more: Looks = {},
): Promise<string[]> {
  const findings: string[] = [];
  for (const [name, where] of Object.entries(pages)) {
    findings.push(...(await lookAtPage(page, `${baseUrl}${where}`, { name, ...more })));
  }
  return findings;
}

/** Waits until the page has the colors of this scheme: none of them is on its way any more. */
export async function isDrawn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((scheme) => {
    if (document.documentElement.getAttribute('data-mantine-color-scheme') !== scheme) return false;
    return document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return animation.playState !== 'running' || iterations === Infinity;
    });
  }, colorScheme);
}
