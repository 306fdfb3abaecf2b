/** Writes the figures of all benchmarks as the Markdown of `docs/benchmarks.md`. */
import { numberText } from './compare-figures.ts'
import type { BenchReport, Figure } from './figure.ts'

const begin = '<!-- The rest of this section is written by `./dev bench all`. -->'
const end = '<!-- End of the part that `./dev bench all` writes. -->'

function table(figures: readonly Figure[]): string[] {
  const measures = [...new Set(figures.map(({ measure }) => measure))]
  const subjects = Map.groupBy(figures, ({ subject }) => subject)
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    row([figures[0]?.bench ?? '', ...measures]),
    row(['---', ...measures.map(() => '---:')]),
    ...[...subjects].map(([subject, own]) =>
      row([subject, ...measures.map((measure) => numberOf(own.find((figure) => figure.measure === measure)))]),
    ),
  ]
}

const numberOf = (figure: Figure | undefined): string => (figure === undefined ? '' : numberText(figure.value))

/** Returns the tables with date and machine. */
export function figuresText({ at, version, machine, figures, missing }: BenchReport): string {
  const memory = `${Math.round(machine.memoryBytes / 1024 ** 3)} GiB`
  const lines = [
    `Version ${version}, ${at.slice(0, 10)}, ${machine.model}, ${machine.cores} cores, ${memory}. Medians of rounds.`,
    ...[...Map.groupBy(figures, ({ bench }) => bench).values()].flatMap((own) => ['', ...table(own)]),
    ...(missing.length === 0 ? [] : ['', 'Not measured:', '', ...missing.map((each) => `- ${each}`)]),
  ]
  return lines.join('\n')
}

/**
 * Returns a guide with the tables in the place for them.
 * @throws Error when it has no such place.
 */
export function withFigures(guide: string, report: BenchReport): string {
  const from = guide.indexOf(begin)
  const to = guide.indexOf(end)
  if (from === -1 || to < from) throw new Error(`the guide lacks the lines ${begin} and ${end}`)
  return `${guide.slice(0, from)}${begin}\n\n${figuresText(report)}\n\n${guide.slice(to)}`
}
