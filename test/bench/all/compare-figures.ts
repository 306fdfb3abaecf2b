/** Compares the figures of two runs of a benchmark. */
import { isOwn, type BenchmarkRun, type Figure } from './figure.ts'

/** Differences below this share are noise, whatever the rounds of a run say. */
const noiseMin = 0.1

/** A figure of Seine that got worse by more than the noise. */
export interface Worse {
  figure: Figure
  before: number
  /** How much worse, as a share of the value before. */
  share: number
  /** The noise of both runs, as a share. */
  noise: number
}

const keyOf = ({ subject, measure }: Figure): string => [subject, measure].join('\n')

/** Returns Seine's figures that got worse by more than the spread of their rounds in both runs, the worst first. */
export function worseFigures(now: BenchmarkRun, before: BenchmarkRun): Worse[] {
  const known = new Map(before.figures.map((figure) => [keyOf(figure), figure]))
  const found = now.figures.filter(isOwn).flatMap((figure): Worse[] => {
    const old = known.get(keyOf(figure))
    if (old === undefined || !(old.value > 0)) return []
    const change = (figure.value - old.value) / old.value
    const share = figure.better === 'less' ? change : -change
    const noise = Math.max(noiseMin, (figure.spread ?? 0) + (old.spread ?? 0))
    return share > noise ? [{ figure, before: old.value, share, noise }] : []
  })
  return found.toSorted((a, b) => b.share - a.share)
}

/** Returns the comparison as text: a line for each figure that got worse. */
export function comparisonText(now: BenchmarkRun, before: BenchmarkRun): string {
  const { model, cores } = before.machine
  const isSame = model === now.machine.model && cores === now.machine.cores
  const machine = isSame ? '' : `, made on another machine (${model}, ${cores} cores): the figures say little`
  const head = `${now.bench}, compared with the figures of ${before.version} of ${before.at.slice(0, 10)}${machine}`
  const worse = worseFigures(now, before)
  if (worse.length === 0) return `${head}: nothing got worse by more than the noise.\n`
  const lines = worse.map(({ figure, before: old, share, noise }) => {
    const { subject, measure, value } = figure
    const percent = (part: number): string => `${Math.round(part * 100)} %`
    return `  ${subject}: ${measure} ${numberText(old)} -> ${numberText(value)}, ${percent(share)} worse (noise ${percent(noise)})\n`
  })
  return `${head}, worse by more than the noise:\n${lines.join('')}`
}

/** Returns a number with the digits that matter. */
export const numberText = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value < 1 ? 3 : 2)
