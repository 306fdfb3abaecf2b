/** Returns the position behind the next occurrence of a text; the length of the source when there is none. */
export function indexBehind(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  return found === -1 ? source.length : found + what.length
}
