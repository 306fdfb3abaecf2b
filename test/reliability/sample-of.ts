/** Selects every nth entry, so that about `count` remain; all of them when there are no more. */
export function sampleOf<T>(entries: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(entries.length / count))
  return entries.filter((_, index) => index % step === 0)
}
