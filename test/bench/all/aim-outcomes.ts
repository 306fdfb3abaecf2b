/** Compares the figures of all benchmarks with the aims. */
import type { Aim } from '../aims.ts'
import type { BenchReport, Figure } from './figure.ts'

/** An aim, and what was measured. */
export interface AimOutcome {
  aim: Aim
  /** The figure, or which multiple of the other subject's figure it is; null: one of them was not measured. */
  value: number | null
  outcome: 'met' | 'missed' | 'not measured'
}

/** Returns the subject of a peer without its version and the tools that make its results. */
const plainSubject = ({ subject }: Figure): string => subject.replace(/ \d+\.[\d.]+/, '').replace(/ \+ .*$/, '')

function valueOf({ bench, subject, measure, times }: Aim, { runs }: BenchReport): number | null {
  const figures = runs.find((run) => run.bench === bench)?.figures ?? []
  const read = (name: string): number | null =>
    figures.find((figure) => figure.measure === measure && plainSubject(figure) === name)?.value ?? null
  const value = read(subject)
  if (times === null) return value
  const other = read(times)
  return value === null || other === null ? null : value / other
}

/** Returns the outcome of each aim, in their order. */
export function aimOutcomes(aims: readonly Aim[], report: BenchReport): AimOutcome[] {
  return aims.map((aim) => {
    const value = valueOf(aim, report)
    if (value === null) return { aim, value, outcome: 'not measured' }
    const isMet = aim.at === 'most' ? value <= aim.value : value >= aim.value
    return { aim, value, outcome: isMet ? 'met' : 'missed' }
  })
}
