/** Returns a function that computes its value when it is first called, and returns the same value afterwards. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | null = null
  return () => (known ??= { value: compute() }).value
}
