/** Writes the figures of all benchmarks as the Markdown of `docs/benchmarks.md`. */
import { aims, type Aim } from '../aims.ts'
import { aimOutcomes } from './aim-outcomes.ts'
import { numberText } from './compare-figures.ts'
import type { BenchmarkRun, BenchReport, Figure } from './figure.ts'

const begin = '<!-- The rest of this section is written by `./dev bench all`. -->'
const end = '<!-- End of the part that `./dev bench all` writes. -->'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const numberOf = (figure: Figure | undefined): string => (figure === undefined ? '' : numberText(figure.value))

function table({ bench, figures }: BenchmarkRun): string[] {
  const measures = [...new Set(figures.map(({ measure }) => measure))]
  const subjects = Map.groupBy(figures, ({ subject }) => subject)
  return [
    row([bench, ...measures]),
    row(['---', ...measures.map(() => '---:')]),
    ...[...subjects].map(([subject, own]) =>
      row([subject, ...measures.map((measure) => numberOf(own.find((figure) => figure.measure === measure)))]),
    ),
  ]
}

function machineText({ model, cores, memoryBytes }: BenchmarkRun['machine']): string {
  return `${model}, ${cores} cores, ${Math.round(memoryBytes / 1024 ** 3)} GiB`
}

/** Returns the facts of a run that precede its table. @param isAlone whether all runs are of one machine. */
function headOf({ bench, at, version, machine, seconds }: BenchmarkRun, isAlone: boolean): string {
  const where = isAlone ? '' : `, ${machineText(machine)}`
  return `\`${bench}\`: version ${version}, ${at.slice(0, 10)}, ${numberText(seconds / 60)} minutes${where}.`
}

const aimText = ({ at, value, times }: Aim): string =>
  `${at === 'most' ? '≤' : '≥'} ${value.toLocaleString('en')}${times === null ? '' : ` × ${times}`}`

function aimTable(report: BenchReport): string[] {
  return [
    row(['figure', 'aim', 'measured', '']),
    row(['---', '---', '---:', '---']),
    ...aimOutcomes(aims, report).map(({ aim, value, outcome }) => {
      const measured = value === null ? '' : `${numberText(value)}${aim.times === null ? '' : ' ×'}`
      return row([`${aim.bench}: ${aim.subject}: ${aim.measure}`, aimText(aim), measured, outcome])
    }),
  ]
}

/** Returns the aims and the tables, with date and machine of each run. */
export function figuresText(report: BenchReport): string {
  const { runs } = report
  const machines = new Set(runs.map(({ machine }) => machineText(machine)))
  const isAlone = machines.size === 1
  const problems = runs.flatMap(({ bench, problems: own }) => own.map((each) => `- ${bench}: ${each}`))
  return [
    `${isAlone ? `${[...machines].join('')}. ` : ''}Medians of rounds; memory in MB of 1,048,576 bytes.`,
    '',
    ...aimTable(report),
    ...runs.flatMap((run) => (run.figures.length === 0 ? [] : ['', headOf(run, isAlone), '', ...table(run)])),
    ...(problems.length === 0 ? [] : ['', 'Not measured, or failed:', '', ...problems]),
  ].join('\n')
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
