/** Computes the positions of elements among their siblings, counted from 1. */
import type { ElementList } from './element-list.ts'

/** How siblings are counted. */
export interface Counting {
  /** True to count only siblings of the same name. */
  ofType: boolean
  fromEnd: boolean
}

/** Returns the position of every element. */
export function siblingNumbers(list: ElementList, { ofType, fromEnd }: Counting): Int32Array {
  const { nodes, previous, next } = list
  const numbers = new Int32Array(nodes.length)
  const before = fromEnd ? next : previous
  const behind = fromEnd ? previous : next
  for (let first = 0; first < nodes.length; first++) {
    if (before[first] !== -1) continue
    const counted = new Map<string, number>()
    let number = 0
    for (let at = first; at !== -1; at = behind[at]!) {
      number++
      if (!ofType) {
        numbers[at] = number
        continue
      }
      const { name, namespace } = nodes[at]!
      const type = `${namespace} ${name}`
      const ofThis = (counted.get(type) ?? 0) + 1
      counted.set(type, ofThis)
      numbers[at] = ofThis
    }
  }
  return numbers
}

/** Returns whether a number equals `step` * n + `offset` for some n >= 0. */
export function isNumbered(number: number, step: number, offset: number): boolean {
  const rest = number - offset
  return step === 0 ? rest === 0 : rest % step === 0 && rest / step >= 0
}
