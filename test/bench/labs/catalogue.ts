/**
 * The real pages of the labs: the catalogue of a hardware shop as it might have grown over twenty years: shelves and
 * data sheets by query, parts by file name, tables for layout, no sitemap. It shares nothing with the fixture website,
 * so that a crawler tuned to that one has no advantage here.
 */

const nouns = ['hinge', 'bolt', 'bracket', 'washer', 'latch', 'caster', 'rivet', 'clamp', 'pulley', 'hasp']
const metals = ['brass', 'zinc', 'steel', 'bronze', 'copper', 'nickel', 'iron']
const uses = [
  'fits doors up to the weight stamped on its back plate',
  'was ordered last by a boatyard that keeps four dozen in store',
  'comes in paper bags of ten with the screws counted in',
  'wants a drop of oil in autumn and nothing else all year',
  'replaces the older pattern, whose holes stood a little wider',
  'is cut from sheet on the press in the back room',
  'carries a dull finish that darkens where hands touch it',
  'may be returned unused within the month, bag and all',
]

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T

/** Name of a part, from 1. */
const partName = (no: number): string => `${pick(metals, no * 3)} ${pick(nouns, no)} no. ${no}`
const partPath = (no: number): string => `/parts/${pick(metals, no * 3)}-${pick(nouns, no)}-${no}.html`
const sheetPath = (no: number): string => `/sheet.php?part=${no}`
const shelfPath = (no: number): string => `/shelf.php?no=${no}`

const anchor = (href: string, text: string): string => `<a href="${href.replaceAll('&', '&amp;')}">${text}</a>`

/** Sentences that are unique to this number, with its own order and measures. */
function sentences(no: number, about: string): string {
  return Array.from(
    { length: 6 },
    (_, at) =>
      `<P>The ${about} ${pick(uses, no * 7 + at * (1 + (no % 5)))}, and measures ${(no * 37 + at * 11) % 190} by ` +
      `${(no * 53 + at * 17) % 140} millimetres; drawer ${(no * 13 + at) % 97}, row ${(no + at * 3) % 29}.`,
  ).join('\n')
}

/** A page in the shop's layout. */
export function shopPage(title: string, content: string): string {
  return `<HTML><HEAD><TITLE>${title} - Harrow &amp; Pike</TITLE></HEAD>
<BODY BGCOLOR="#ffffff"><TABLE WIDTH=760><TR><TD>${anchor('/', 'Harrow &amp; Pike, hardware')}</TD></TR>
<TR><TD><H2>${title}</H2>
${content}
</TD></TR></TABLE></BODY></HTML>
`
}

const row = (cells: readonly string[]): string => `<TR>${cells.map((cell) => `<TD>${cell}</TD>`).join('')}</TR>`

export interface CatalogueSize {
  shelves: number
  parts: number
  /** Number of parts, counted from the first, that have a data sheet on a separate page. */
  sheets: number
}

/** 221 pages. */
export const usualSize: CatalogueSize = { shelves: 20, parts: 150, sheets: 50 }

/**
 * Returns the catalogue: markup by path and query. Every page can be reached from `/`.
 * @param extra returns markup to add to a page, for labs that attach links to it.
 */
export function cataloguePages(
  { shelves, parts, sheets }: CatalogueSize = usualSize,
  extra: (path: string) => string = () => '',
): Map<string, string> {
  const pages = new Map<string, string>()
  const add = (path: string, title: string, content: string): void =>
    void pages.set(path, shopPage(title, `${content}\n${extra(path)}`))
  const shelfOf = (part: number): number => 1 + ((part - 1) % shelves)
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

  add(
    '/',
    'Welcome',
    `${sentences(1, 'shop')}<UL>${numbers(shelves)
      .map((no) => `<LI>${anchor(shelfPath(no), `Shelf ${no}`)}`)
      .join('\n')}</UL>`,
  )
  for (const no of numbers(shelves)) {
    const rows = numbers(parts)
      .filter((part) => shelfOf(part) === no)
      .map((part) => row([anchor(partPath(part), partName(part)), `${(part * 29) % 400} pence`]))
    add(shelfPath(no), `Shelf ${no}`, `${sentences(no + 500, `shelf ${no}`)}<TABLE BORDER=1>${rows.join('\n')}</TABLE>`)
  }
  for (const no of numbers(parts)) {
    const sheet = no <= sheets ? anchor(sheetPath(no), 'Data sheet') : 'No data sheet'
    add(
      partPath(no),
      partName(no),
      `${sentences(no, partName(no))}<P>${sheet} ${anchor(shelfPath(shelfOf(no)), 'Back to its shelf')}`,
    )
  }
  for (const no of numbers(sheets)) {
    const rows = numbers(12).map((line) => row([`Measure ${line}`, String((no * 41 + line * 7) % 333)]))
    add(
      sheetPath(no),
      `Data sheet ${no}`,
      `${sentences(no + 900, `sheet of ${partName(no)}`)}<TABLE>${rows.join('\n')}</TABLE>${anchor(partPath(no), 'The part')}`,
    )
  }
  return pages
}
