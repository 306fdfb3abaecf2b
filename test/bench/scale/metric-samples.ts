/** Reads the parts of the Prometheus text format that the figures of the simulation need. */

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const linePattern = /^(?<name>[A-Za-z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/
const labelPattern = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Returns every sample of a metrics page; comments and lines that are not samples are left out. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const { name, labels, value } = linePattern.exec(line)?.groups ?? {}
    if (name === undefined || line.startsWith('#')) return []
    const pairs = [...(labels ?? '').matchAll(labelPattern)].map(([, key = '', label = '']) => [key, label] as const)
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

/** Reads the metrics of a process. @param ops URL of its operations port. */
export async function readMetrics(ops: string): Promise<Sample[]> {
  return readSamples(await (await fetch(`${ops}/metrics`)).text())
}

const isOf = (sample: Sample, name: string, labels: Readonly<Record<string, string>>): boolean =>
  sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text)

/** Returns the sum of all samples of a name that have these labels, with any others. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}) =>
  samples.filter((sample) => isOf(sample, name, labels)).reduce((sum, { value }) => sum + value, 0)

export interface Spread {
  count: number
  mean: number
  /** Upper bound of the bucket that contains the median, or of the last bucket. */
  p50: number
  p99: number
}

/** Returns the summary of a histogram over all processes with this name and these labels, in its own unit. */
export function spreadOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Spread {
  const count = sumOf(samples, `${name}_count`, labels)
  const atMost = new Map<number, number>()
  for (const sample of samples) {
    if (!isOf(sample, `${name}_bucket`, labels)) continue
    const bound = Number(sample.labels['le'] === '+Inf' ? Infinity : sample.labels['le'])
    atMost.set(bound, (atMost.get(bound) ?? 0) + sample.value)
  }
  const bounds = [...atMost.keys()].toSorted((a, b) => a - b)
  const bound = (share: number): number => bounds.find((each) => (atMost.get(each) ?? 0) >= share * count) ?? 0
  if (count === 0) return { count, mean: 0, p50: 0, p99: 0 }
  return { count, mean: sumOf(samples, `${name}_sum`, labels) / count, p50: bound(0.5), p99: bound(0.99) }
}
