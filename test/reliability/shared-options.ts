/** The settings of the one stack on which shortened rows run one after the other: all that any of them asks for. */
import type { ReliabilityStackOptions } from './reliability-stack.ts'
import type { Row } from './row.ts'

/** Names of the limits of a key: what a row may do under a lower one, it may do under a higher one. */
const keyLimit = /^SEINE_LIMIT_/

/** Returns the value with which two rows can run: of two limits of a key the higher one; other values must agree. */
function shared(name: string, one: string, other: string): string {
  if (one === other) return one
  const [first, second] = [Number(one), Number(other)]
  if (!keyLimit.test(name) || Number.isNaN(first) || Number.isNaN(second)) {
    throw new Error(`rows that share a stack disagree on ${name}: ${one} and ${other}`)
  }
  return first > second ? one : other
}

function together(one: ReliabilityStackOptions, other: ReliabilityStackOptions): ReliabilityStackOptions {
  const environment = { ...one.environment }
  for (const [name, value] of Object.entries(other.environment ?? {})) {
    environment[name] = shared(name, environment[name] ?? value, value)
  }
  const mail = [one.mail, other.mail].find((wanted) => typeof wanted === 'object') ?? one.mail ?? other.mail
  const browser = one.browser !== false || other.browser !== false
  return { ...one, ...other, ...(mail === undefined ? {} : { mail }), environment, browser }
}

/** Returns the settings with which all these rows can run on one stack. */
export function sharedOptions(rows: readonly Row[]): ReliabilityStackOptions {
  const using = rows.flatMap((row) => row.runs ?? [row])
  const wanted = using.map(({ stack = {}, shortStack = {} }): ReliabilityStackOptions => {
    const environment = { ...stack.environment, ...shortStack }
    return { ...stack, environment }
  })
  return wanted.reduce(together, { browser: false })
}
