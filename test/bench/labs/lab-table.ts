/** The figures of labs as text for people. */
import type { LabResult, Mark } from './lab.ts'

const verdict = ({ demand, passed }: Mark): string => {
  if (demand === '') return '    '
  return passed ? 'pass' : 'FAIL'
}

/** A block for each result, a line for each figure. */
export function labTable({ title, marks }: LabResult): string {
  const width = Math.max(...marks.map(({ what }) => what.length))
  const lines = marks.map((mark) => {
    const demand = mark.demand === '' ? '' : `  (${mark.demand})`
    return `  ${verdict(mark)}  ${mark.what.padEnd(width)}  ${mark.figure}${demand}\n`
  })
  return `\n${title}\n${lines.join('')}`
}

/** Whether every pass mark of every result was met; false when there is none. */
export const allPassed = (results: readonly LabResult[]): boolean =>
  results.length > 0 && results.every(({ marks }) => marks.every(({ passed }) => passed))
