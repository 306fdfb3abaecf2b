/** Measures the accuracy of the judge on the pages of its cases. */
import { judge } from '@seine/activities/judge/judge.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import { judgeCases } from './cases/all.ts'
import type { JudgeCase } from './cases/case.ts'

type Kind = Verdict['kind']

const verdictKinds: readonly Kind[] = ['success', 'js_shell', 'blocked', 'empty']

export interface JudgeAccuracy {
  total: number
  right: number
  /** Share of correct verdicts, 0 to 1. A block attributed to the wrong vendor counts as wrong. */
  accuracy: number
  /** Number of cases by expected verdict, then by actual verdict. */
  confusion: Record<Kind, Record<Kind, number>>
  /** Names of the cases that were judged wrongly, with the verdict given. */
  wrong: { name: string; expected: Kind; given: string }[]
}

/** Judges pages whose verdict is known. @param cases default: all of them. */
export function judgeAccuracy(cases: readonly JudgeCase[] = Object.values(judgeCases).flat()): JudgeAccuracy {
  const row = (): Record<Kind, number> => ({ success: 0, js_shell: 0, blocked: 0, empty: 0 })
  const confusion: JudgeAccuracy['confusion'] = { success: row(), js_shell: row(), blocked: row(), empty: row() }
  const wrong: JudgeAccuracy['wrong'] = []
  for (const { name, page, expected, vendor } of cases) {
    const verdict = judge(page)
    confusion[expected][verdict.kind]++
    const right = verdict.kind === expected && (verdict.kind !== 'blocked' || verdict.signal.vendor === vendor)
    if (!right) wrong.push({ name, expected, given: described(verdict) })
  }
  const right = cases.length - wrong.length
  return { total: cases.length, right, accuracy: right / Math.max(1, cases.length), confusion, wrong }
}

function described(verdict: Verdict): string {
  if (verdict.kind === 'blocked') return `blocked (${verdict.signal.vendor}, ${verdict.signal.signal})`
  return verdict.kind === 'js_shell' ? `js_shell (${verdict.reasons.join(', ')})` : verdict.kind
}

/** Returns the confusion table as lines of text: one row per expected verdict. */
export function accuracyTable({ confusion }: JudgeAccuracy): string[] {
  const line = (cells: (string | number)[]): string => cells.map((cell) => String(cell).padStart(10)).join('')
  return [
    line(['expected', ...verdictKinds]),
    ...verdictKinds.map((expected) => line([expected, ...verdictKinds.map((given) => confusion[expected][given])])),
  ]
}
