import type { Page, Request } from 'playwright';
import { colorFindings, colorRules, seriousFindings } from '#e2e/support/accessibility';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepPicture } from '#e2e/support/keep-picture';
import { waitFor } from '#e2e/support/wait';

/** Options of a look at pages. */
interface Looks {
  /**
   * The pages are also checked in English; axe then runs once, without colors: a translation changes the width of a
   * page, and little else.
   */
  isTranslated?: boolean;
  /** Returns further findings on the open page of this name. */
  alsoFind?: (page: Page, name: string) => Promise<string[]>;
}

/** The looks at a page, in order: it is loaded for the first one, and axe checks all of it except on tablets. */
const looks = [
  [360, 'dark', seriousFindings],
  [360, 'light', colorFindings],
  [768, 'light', undefined],
  [1280, 'light', seriousFindings],
  [1280, 'dark', colorFindings],
] as const;

/**
 * Opens a page, and checks it on a phone, a tablet, and a laptop, light and dark. Returns its faults: serious findings
 * of axe, content wider than the window, a head without a title, unused preloads, and routes that it prefetches.
 * `keepPicture` saves each look under this name.
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

/** Returns axe's findings on a translated page that was already checked in the other language. */
const findInWords = async (page: Page, at: number): Promise<string[]> =>
  at > 0 ? [] : seriousFindings(page, { except: colorRules });

/** Opens a page; returns the faults of its answer, and of what it preloads and prefetches. */
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

/**
 * Finds what a page preloads, by its links and its header, and does not use: browsers warn of it some seconds later.
 */
async function findUnusedPreloads(page: Page, header: string): Promise<string[]> {
  // Only then is the transcript shown, and its typeface in use.
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

/** Returns the findings of `lookAtPage` on these pages of the site, given as paths by name. */
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

/** Waits until the page has the colors of this scheme, with no transition still running. */
export async function isDrawn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((scheme) => {
    if (document.documentElement.getAttribute('data-mantine-color-scheme') !== scheme) return false;
    return document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return animation.playState !== 'running' || iterations === Infinity;
    });
  }, colorScheme);
}
