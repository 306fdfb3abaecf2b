/** Formats the figures of a crawl benchmark as text. */
import type { CrawlerFigures, ProcessShare } from './crawl-figures.ts'

const headings = ['crawler', 'pages', 'recall', 'repeats', 'wall s', 'pages/s', 'CPU ms/page', 'ratio', 'RSS MB']

/** Returns mebibytes as text. */
export const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0)

function row(figures: CrawlerFigures, pages: number, yardstick: number | null): string[] {
  const { results, repeats, wallMs, cpuMsPerPage, peakRssBytes } = figures
  return [
    figures.title,
    String(results),
    `${((100 * results) / pages).toFixed(1)} %`,
    String(repeats),
    (wallMs / 1_000).toFixed(1),
    ((results * 1_000) / wallMs).toFixed(1),
    cpuMsPerPage.toFixed(1),
    yardstick === null ? '' : `${(cpuMsPerPage / yardstick).toFixed(2)} x`,
    mebibytes(peakRssBytes),
  ]
}

/** Aligns columns: the first to the left, the others to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/**
 * Returns one line per crawler.
 * @param pages number of pages of the site, the base of recall. The ratio is CPU per page relative to Seine's.
 */
export function crawlTable(all: readonly CrawlerFigures[], pages: number): string {
  const yardstick = all.find(({ crawler }) => crawler === 'seine')?.cpuMsPerPage ?? null
  return alignColumns([headings, ...all.map((figures) => row(figures, pages, yardstick))])
}

/** Returns one line per process of one crawler. */
export function processTable(shares: readonly ProcessShare[]): string {
  const rows = shares.map(({ name, cpuMsPerPage, peakRssBytes }) => [
    name,
    cpuMsPerPage.toFixed(1),
    mebibytes(peakRssBytes),
  ])
  return alignColumns([['process', 'CPU ms/page', 'RSS MB'], ...rows])
}
