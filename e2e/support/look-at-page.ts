import type { Page } from 'playwright';
import { colorFindings, seriousFindings } from '#e2e/support/accessibility';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepPicture } from '#e2e/support/keep-picture';
import { waitFor } from '#e2e/support/wait';

/**
 * Opens a page on a phone and on a laptop, light and dark. Returns what is wrong: serious findings of axe, where it is
 * wider than its window, a head without a title, and what it preloads and does not use. `keepPicture` keeps each look under this name.
 */
async function lookAtPage(
  page: Page,
  url: string,
  { name, isTranslated }: { name: string; isTranslated: boolean },
): Promise<string[]> {
  const findings: string[] = [];
  // Each scheme is what the page is loaded with, and what it is switched to.
  for (const [width, ...schemes] of [
    [360, 'light', 'dark'],
    [1280, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: schemes[0], reducedMotion: 'reduce' });
    const answer = await page.goto(url);
    if (answer !== null && answer.status() >= 500) findings.push(`${name} at ${width}: ${answer.status()}`);
    const [head = ''] = (await answer?.text())?.split('</head>') ?? [];
    if (!head.includes('<title>')) findings.push(`${name} at ${width}: no title in its head`);
    const header = answer?.headers()['link'] ?? '';
    await hydrated(page);
    for (const unused of await findUnusedPreloads(page, header)) {
      findings.push(`${name} at ${width}: ${unused} is preloaded and not used`);
    }
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await isDrawn(page, colorScheme);
      await keepPicture(page, `${name}${isTranslated ? '-de' : ''}-${width}-${colorScheme}`, {
        fullPage: true,
      });
      const look = `${name} at ${width}, ${colorScheme}`;
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isTooWide) findings.push(`${look}: wider than its window`);
      if (isTranslated && !(width === 360 && colorScheme === 'light')) continue;
      // What does not depend on colors was looked at with the first scheme.
      const find = colorScheme === schemes[0] ? seriousFindings : colorFindings;
      for (const finding of await find(page)) findings.push(`${look}: ${finding}`);
    }
  }
  return findings;
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

/**
 * What `lookAtPage` finds on these pages of the site, by the name of each and its path. Of pages that are looked at in English,
 * too, `isTranslated` says that they are in German, and has axe look once: other words change how wide a page is, and little else.
 */
export async function lookAtPages(
  page: Page,
  baseUrl: string,
  pages: Record<string, string>,
  { isTranslated = false } = {},
): Promise<string[]> {
  const findings: string[] = [];
  for (const [name, where] of Object.entries(pages)) {
    findings.push(...(await lookAtPage(page, `${baseUrl}${where}`, { name, isTranslated })));
  }
  return findings;
}

/** Waits until the page has the colors of this scheme: none of them is on its way any more. */
async function isDrawn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((scheme) => {
    if (document.documentElement.getAttribute('data-mantine-color-scheme') !== scheme) return false;
    return document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return animation.playState !== 'running' || iterations === Infinity;
    });
  }, colorScheme);
}
