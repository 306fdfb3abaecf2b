/**
 * Compares `docs/dependencies.md` with the facts: the licence of every direct dependency, the licence counts of all
 * packages, and a row with a licence for each part that does not come from npm.
 */
import type { Finding } from './finding.ts'

export const documentPath = 'docs/dependencies.md'

/** A row of a table: its cells by column title. */
export type Row = ReadonlyMap<string, string>

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** Returns the rows of all tables of a section, which extends from its title to the next of the same depth. */
export function sectionRows(markdown: string, title: string): Row[] {
  const section = markdown.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? ''
  const rows: Row[] = []
  let columns: string[] | null = null
  for (const line of section.split('\n')) {
    if (!line.startsWith('|') || !line.endsWith('|')) columns = null
    else if (columns === null) columns = cellsOf(line)
    else if (!/^[|\s:-]+$/.test(line)) {
      const cells = cellsOf(line)
      rows.push(new Map(columns.map((column, index) => [column, cells[index] ?? ''])))
    }
  }
  return rows
}

/** Returns the texts in backticks of a cell. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/**
 * Compares the tables of packages with the direct dependencies.
 * @param licences licences of the direct dependencies, by name.
 */
export function directFindings(markdown: string, licences: ReadonlyMap<string, string>): Finding[] {
  const documented = new Map<string, string>()
  for (const title of ['Run time', 'Development']) {
    for (const row of sectionRows(markdown, title)) {
      for (const name of namesIn(row.get('package') ?? '')) documented.set(name, row.get('licence') ?? '')
    }
  }
  const wrong = [...licences].flatMap(([name, licence]): Finding[] => {
    const stated = documented.get(name)
    if (stated === licence) return []
    const subject = `${name} (${licence})`
    return stated === undefined
      ? [{ subject, problem: `${documentPath} does not name it`, remedy: 'add a row with its licence and its reason' }]
      : [{ subject, problem: `${documentPath} says its licence is "${stated}"`, remedy: `write ${licence} there` }]
  })
  const stale = [...documented.keys()]
    .filter((name) => !licences.has(name))
    .map((name) => ({
      subject: name,
      problem: `${documentPath} names it, but no package.json depends on it`,
      remedy: 'remove it from its row',
    }))
  return [...wrong, ...stale]
}

/** A package as the summary counts it. */
export interface CountedPackage {
  name: string
  licence: string
  isProduction: boolean
}

/** Maximum number of packages of one licence that the summary names. */
const namedPackagesMax = 5

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Returns a table of all licences: the number of packages of each, and their names when there are few. */
export function summaryTable(packages: readonly CountedPackage[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence)
  const rows = [...byLicence]
    .toSorted(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
    .map(([licence, all]) => {
      const production = all.filter(({ isProduction }) => isProduction).length
      const names = [...new Set(all.map(({ name }) => name))].toSorted()
      const named = names.length > namedPackagesMax ? '' : names.map((name) => `\`${name}\``).join(', ')
      return tableLine([licence, String(production), String(all.length - production), named])
    })
  return [
    tableLine(['licence', 'run time', 'development alone', 'packages']),
    tableLine(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

const begin = '<!-- licences: written by npm run dependencies -- --write -->'
const end = '<!-- end of licences -->'

/** Returns the position of the text between the marks; null without them. */
function summaryPlace(markdown: string): { from: number; to: number } | null {
  const from = markdown.indexOf(begin)
  const to = markdown.indexOf(end)
  return from === -1 || to < from ? null : { from: from + begin.length, to }
}

/** Normalises table padding, because the formatter pads cells. */
const unpadded = (text: string): string => text.trim().replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ')

/** Compares the summary in the document with that of the lock file. */
export function summaryFindings(markdown: string, summary: string): Finding[] {
  const place = summaryPlace(markdown)
  if (place !== null && unpadded(markdown.slice(place.from, place.to)) === unpadded(summary)) return []
  const problem = 'its summary of licences does not match package-lock.json'
  return [{ subject: documentPath, problem, remedy: 'run npm run dependencies -- --write' }]
}

/** Returns the document with its summary rewritten. @throws Error without the marks */
export function withSummary(markdown: string, summary: string): string {
  const place = summaryPlace(markdown)
  if (place === null) throw new Error(`${documentPath} has no line ${begin} with ${end} after it`)
  return `${markdown.slice(0, place.from)}\n\n${summary}\n\n${markdown.slice(place.to)}`
}

/** A part that does not come from npm: a program, a Debian package, an image of the compose file. */
export interface OutsidePart {
  name: string
  /** Null when the project does not choose the version. */
  version: string | null
}

/** Compares the table of parts outside npm with those that are used. */
export function outsideFindings(markdown: string, parts: readonly OutsidePart[]): Finding[] {
  const rows = sectionRows(markdown, 'Outside npm')
  const rowOf = (name: string) => rows.find((row) => namesIn(row.get('part') ?? '').includes(name))
  const wrong = parts.flatMap(({ name, version }): Finding[] => {
    const row = rowOf(name)
    const subject = version === null ? name : `${name} ${version}`
    if (row === undefined || (row.get('licence') ?? '') === '') {
      const problem = `${documentPath} has no row with its licence under "Outside npm"`
      return [{ subject, problem, remedy: 'read its licence and add the row' }]
    }
    const stated = row.get('version') ?? ''
    if (version === null || stated === version) return []
    const remedy = 'read the licence of the new version and correct the row'
    return [{ subject, problem: `${documentPath} names version "${stated}" of it`, remedy }]
  })
  const known = new Set(parts.map(({ name }) => name))
  const stale = rows
    .flatMap((row) => namesIn(row.get('part') ?? ''))
    .filter((name) => !known.has(name))
    .map((name) => ({
      subject: name,
      problem: `${documentPath} names it under "Outside npm", but nothing uses it`,
      remedy: 'remove it from its row',
    }))
  return [...wrong, ...stale]
}
