/** Slope of a figure over time. */

export interface Sample {
  atMs: number
  value: number
}

const hourMs = 3_600_000

/**
 * Returns the slope of the least-squares line through samples.
 * @returns rise of the value per hour; 0 for fewer than two samples.
 */
export function slopePerHour(samples: readonly Sample[]): number {
  if (samples.length < 2) return 0
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [at, value] = [mean(({ atMs }) => atMs), mean((sample) => sample.value)]
  const spread = mean(({ atMs }) => (atMs - at) ** 2)
  if (spread === 0) return 0
  return (hourMs * mean((sample) => (sample.atMs - at) * (sample.value - value))) / spread
}
