/** The position of a speaker's name: on its own line, before the text, before it in bold capitals, or nowhere. */
export const nameStyles = ['line', 'inline', 'capitals', 'none'] as const;

/** The positions of times: at each turn, every this many seconds, or nowhere. */
export const timePlaces = ['turns', '10', '30', '60', '120', '300', 'none'] as const;

/** Paper sizes. */
export const papers = ['a4', 'letter'] as const;

/** Font sizes in points, and line spacings. */
export const fontSizes = [10, 11, 12, 14] as const;
export const lineSpacings = [1, 1.25, 1.5, 2] as const;

/** The settings of a document. `header` and `footer` may contain fields, and up to three parts separated by `|`. */
export interface ExportTemplate {
  names: (typeof nameStyles)[number];
  times: (typeof timePlaces)[number];
  /** True if times link to the editor. */
  links: boolean;
  header: string;
  footer: string;
  paper: (typeof papers)[number];
  lineNumbers: boolean;
  fontSize: (typeof fontSizes)[number];
  lineSpacing: (typeof lineSpacings)[number];
}

export const defaultTemplate: ExportTemplate = {
  names: 'line',
  times: 'turns',
  links: true,
  header: '',
  footer: '{page} / {pages}',
  paper: 'a4',
  lineNumbers: false,
  fontSize: 11,
  lineSpacing: 1.25,
};

/** Territories that use US Letter paper (CLDR 48, `paperSize`). All others use A4. */
const letterRegions = new Set([
  'BZ',
  'CA',
  'CL',
  'CO',
  'CR',
  'GT',
  'MX',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'US',
  'VE',
]);

/** Returns the default template for a locale (a BCP 47 tag), with its region's paper. */
export function getDefaultTemplate(locale: string): ExportTemplate {
  const { region = '' } = new Intl.Locale(locale).maximize();
  return letterRegions.has(region) ? { ...defaultTemplate, paper: 'letter' } : defaultTemplate;
}

/** The templates of an account, by name. */
export type ExportTemplates = Readonly<Record<string, ExportTemplate>>;

export const maxTemplates = 20;
export const maxTemplateName = 40;
/** In a header or footer. */
export const maxMarginText = 200;

/** Parses stored templates. Drops those without a valid name. */
export function parseTemplates(stored: unknown): ExportTemplates {
  const named = Object.entries(toRecord(stored)).filter(
    ([name]) => name.trim() === name && name !== '' && name.length <= maxTemplateName,
  );
  return Object.fromEntries(
    named.slice(0, maxTemplates).map(([name, template]) => [name, parseTemplate(template)]),
  );
}

/** Parses a stored or sent template. Missing or invalid members default to `defaultTemplate`'s. */
export function parseTemplate(stored: unknown): ExportTemplate {
  const { names, times, links, header, footer, paper, lineNumbers, fontSize, lineSpacing } = toRecord(stored);
  const standard = defaultTemplate;
  return {
    names: nameStyles.find((style) => style === names) ?? standard.names,
    times: timePlaces.find((place) => place === times) ?? standard.times,
    links: typeof links === 'boolean' ? links : standard.links,
    header: typeof header === 'string' ? header.slice(0, maxMarginText) : standard.header,
    footer: typeof footer === 'string' ? footer.slice(0, maxMarginText) : standard.footer,
    paper: papers.find((size) => size === paper) ?? standard.paper,
    lineNumbers: typeof lineNumbers === 'boolean' ? lineNumbers : standard.lineNumbers,
    fontSize: fontSizes.find((size) => size === fontSize) ?? standard.fontSize,
    lineSpacing: lineSpacings.find((spacing) => spacing === lineSpacing) ?? standard.lineSpacing,
  };
}

function toRecord(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
}
