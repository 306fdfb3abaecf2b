/** The summary of a crawl: its result, what failed and why, where the files are. */
import path from 'node:path'
import { crawlCommandLimits } from './crawl-limits.ts'
import type { ManifestFailure } from './archive-manifest.ts'
import { countedText, countText, durationText, rateText, sizeText } from './progress/figures.ts'
import type { JobStatus } from './progress/job-status.ts'
import type { SavedCrawl } from './save-archive.ts'
import { printable, type Paint, type TextStyle } from './progress/terminal-text.ts'

/** Inputs of the summary. */
export interface CrawlOutcome {
  /** Start URL. */
  url: string
  status: JobStatus
  /** null when there was nothing to save. */
  saved: SavedCrawl | null
  elapsedSecs: number
  /** Folder that paths are shown relative to. */
  workingDirectory: string
  /** Address of the job in the console; null: its stack ends with the command. */
  consoleAddress: string | null
}

/** Failed pages of one code. */
export interface FailureGroup {
  code: string
  count: number
  /** The first few failures. */
  examples: ManifestFailure[]
}

/** Groups failures by code, most frequent first; equal counts in order of appearance. */
export function groupFailures(failures: readonly ManifestFailure[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  for (const failure of failures) {
    const group = groups.get(failure.code) ?? { code: failure.code, count: 0, examples: [] }
    group.count += 1
    if (group.examples.length < crawlCommandLimits.failureUrlsShown) group.examples.push(failure)
    groups.set(failure.code, group)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}

const indent = ' '.repeat(11)
const verdicts: Record<JobStatus['status'], [text: string, style: TextStyle]> = {
  completed: ['Completed', ['green', 'bold']],
  failed: ['Failed', ['red', 'bold']],
  cancelled: ['Cancelled', ['yellow', 'bold']],
  crawling: ['Unfinished', ['yellow', 'bold']],
}

const label = (text: string): string => text.padEnd(indent.length)

function failureLines(status: JobStatus, failed: readonly ManifestFailure[], paint: Paint): string[] {
  if (status.failed === 0 && failed.length === 0) return []
  const { failureReasonsShown } = crawlCommandLimits
  const groups = groupFailures(failed)
  const shown = groups.slice(0, failureReasonsShown).flatMap((group) => {
    const more = group.count - group.examples.length
    return [
      `${indent}${countText(group.count)} × ${paint('bold', printable(group.code))}`,
      ...group.examples.map(({ url, message }) => {
        const why = message === '' ? '' : paint('dim', `  ${printable(message)}`)
        return `${indent}  ${printable(url)}${why}`
      }),
      ...(more > 0 ? [`${indent}  and ${countText(more)} more`] : []),
    ]
  })
  const hidden = groups.length - failureReasonsShown
  return [
    `${paint('red', label('Failures'))}${countedText(Math.max(status.failed, failed.length), 'page')}`,
    ...shown,
    ...(hidden > 0 ? [`${indent}and ${countedText(hidden, 'other reason')}, see manifest.json`] : []),
  ]
}

/** Formats a path as a user would type it, relative when it is below the working directory. */
function shownPath(directory: string, from: string): string {
  const relative = path.relative(from, directory)
  if (relative === '') return './'
  return relative.startsWith('..') ? `${directory}/` : `./${relative}/`
}

function savedLines(saved: SavedCrawl, from: string, paint: Paint): string[] {
  const zips = saved.archives.map(({ format, bytes }) => `${format}.zip (${sizeText(bytes)})`)
  const { damageLinesShown } = crawlCommandLimits
  const hidden = saved.damage.length - damageLinesShown
  const damage = saved.damage.slice(0, damageLinesShown).map((line) => `${indent}${printable(line)}`)
  return [
    `${label('Files')}${paint('bold', shownPath(saved.directory, from))}`,
    `${indent}${[countedText(saved.files, 'page file'), ...saved.topFiles, ...zips].join(', ')}`,
    ...(damage.length === 0 ? [] : [`${paint('red', label('Damaged'))}${countedText(saved.damage.length, 'problem')}`]),
    ...damage,
    ...(hidden > 0 ? [`${indent}and ${countText(hidden)} more`] : []),
  ]
}

/** Formats the summary as lines of text. */
export function summaryLines(outcome: CrawlOutcome, paint: Paint): string[] {
  const { status, saved, elapsedSecs, consoleAddress } = outcome
  const [verdict, style] = verdicts[status.status]
  const seconds = status.duration ?? elapsedSecs
  const rate = seconds > 0 ? ` (${rateText((status.completed + status.failed) / seconds)})` : ''
  return [
    `${paint(style, label(verdict))}${countedText(status.completed, 'page')} of ${printable(outcome.url)} in ${durationText(seconds)}${rate}`,
    ...(status.error === null ? [] : [`${paint('red', label('Reason'))}${printable(status.error)}`]),
    ...failureLines(status, saved?.failed ?? [], paint),
    ...status.warnings.map((warning) => `${paint('yellow', label('Warning'))}${printable(warning)}`),
    ...(saved === null
      ? [`${label('Files')}none, there was nothing to save`]
      : savedLines(saved, outcome.workingDirectory, paint)),
    ...(consoleAddress === null ? [] : [`${label('Console')}${consoleAddress}`]),
  ]
}
