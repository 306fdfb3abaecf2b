/** Formats the figures of labs as text. */
import type { LabResult, Mark } from './lab.ts'

const verdict = ({ demand, passed }: Mark): string => {
  if (demand === '') return '    '
  return passed ? 'pass' : 'FAIL'
}

/** One block per result, one line per figure. */
export function labTable({ title, marks }: LabResult): string {
  const width = Math.max(...marks.map(({ what }) => what.length))
  const lines = marks.map((mark) => {
    const demand = mark.demand === '' ? '' : `  (${mark.demand})`
    return `  ${verdict(mark)}  ${mark.what.padEnd(width)}  ${mark.figure}${demand}\n`
  })
  return `\n${title}\n${lines.join('')}`
}

/** Whether every pass mark of every result was met; false when there are no results. */
export const allPassed = (results: readonly LabResult[]): boolean =>
  results.length > 0 && results.every(({ marks }) => marks.every(({ passed }) => passed))
