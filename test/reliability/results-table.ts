/**
 * Writes the table of `docs/reliability.md`. A run of some rows replaces only their lines; every line has its own date.
 */
import type { Report, ReportedRow } from './report.ts'

const begin = '<!-- begin of the results of ./dev reliability -->'
const end = '<!-- end of the results of ./dev reliability -->'

const headings = ['row', 'what', 'method', 'figures', 'pass mark', 'result', 'date', 'machine', 'took']

/** Escapes text for a table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

const gibibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 3)} GiB`

function figuresOf({ figures, reason }: ReportedRow): string {
  const all = figures.map(({ what, figure, demand, passed }) => {
    const missed = passed ? '' : ` (**missed**: ${demand})`
    return `${what}: ${figure}${missed}`
  })
  return [...(reason === null ? [] : [reason]), ...all].join('; ')
}

/** Returns the line of one row. */
function lineOf(row: ReportedRow, { date, machine }: Report): string {
  const cells = [
    row.id,
    row.name,
    `${row.method} Counted: ${row.counted}`,
    figuresOf(row),
    row.pass_mark,
    row.result,
    date.slice(0, 10),
    `${machine.cores} cores, ${gibibytes(machine.memory_bytes)}`,
    `${Math.round(row.duration_ms / 1_000)} s`,
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

const numberOf = (line: string): number => Number(/^\| R(\d+)\s*\|/.exec(line)?.[1] ?? Number.NaN)

/**
 * Inserts results into the page.
 * @param page text of `docs/reliability.md`.
 * @throws Error when the markers are missing.
 */
export function withResults(page: string, report: Report): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`docs/reliability.md lacks the markers ${begin} and ${end}`)
  const told = new Map<number, string>()
  for (const line of page.slice(from, to).split('\n')) {
    if (!Number.isNaN(numberOf(line))) told.set(numberOf(line), line)
  }
  for (const row of report.rows) {
    const line = lineOf(row, report)
    told.set(numberOf(line), line)
  }
  const lines = [...told].toSorted(([a], [b]) => a - b).map(([, line]) => line)
  const table = [`| ${headings.join(' | ')} |`, `|${' --- |'.repeat(headings.length)}`, ...lines].join('\n')
  // The formatter would pad every cell to the longest.
  return `${page.slice(0, from)}${begin}\n<!-- prettier-ignore -->\n${table}\n\n${page.slice(to)}`
}
