/** The figures of the console beside their marks. */
import { alignColumns } from '../crawl/crawl-table.ts'

/** What a figure counts. */
export type ConsoleUnit = 'bytes' | 'answers' | 'ms' | 's' | 'rows' | '%'

/** A figure and what it may be at most. */
export interface ConsoleFigure {
  title: string
  value: number
  unit: ConsoleUnit
  /** Highest value that passes; null: there is no mark. */
  mark: number | null
}

const digits: Readonly<Record<ConsoleUnit, number>> = { bytes: 0, answers: 0, ms: 1, s: 2, rows: 0, '%': 3 }

const shown = (value: number, unit: ConsoleUnit): string =>
  unit === 'bytes' ? `${(value / 1_000).toFixed(1)} kB` : `${value.toFixed(digits[unit])} ${unit}`

/** Whether a figure meets its mark. A figure that is no number meets none. */
export const passes = ({ value, mark }: ConsoleFigure): boolean => mark === null || value <= mark

/** One line a figure: value, mark, and whether it is missed. */
export const consoleTable = (figures: readonly ConsoleFigure[]): string =>
  alignColumns([
    ['figure', 'value', 'mark', ''],
    ...figures.map((figure) => {
      const { title, value, unit, mark } = figure
      return [title, shown(value, unit), mark === null ? '' : shown(mark, unit), passes(figure) ? '' : 'missed']
    }),
  ])

/** The middle of some values. @throws Error without one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new Error('there is no median of nothing')
  return (low + high) / 2
}
