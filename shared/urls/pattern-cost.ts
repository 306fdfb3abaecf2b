/**
 * Estimates from its text what a pattern costs to compile, before the compiler sees it.
 *
 * RE2 matches in linear time, but it unrolls counted repeats and folds the case of every character of a class: a
 * kilobyte of pattern can take a second and megabytes. The estimate is in steps of roughly one instruction or one
 * microsecond each, and tends to be too high rather than too low.
 */

const stepWeights = {
  /** A Unicode class has hundreds of ranges. */
  unicodeClass: 100,
  unicodeClassFolded: 300,
  /** `\\w` and other named classes, when case is folded. */
  namedClassFolded: 16,
  /** Code points of a range that are case-folded in the time of one step. */
  foldedPerStep: 8,
  /** The last letter that has a case; code points after it need no folding. */
  lastFolded: 0x1_e9_43,
} as const

/** An open group: the instructions of its content so far, and those of the last item in it. */
interface OpenGroup {
  steps: number
  last: number
}

const groupHead = /\(\?(?:P?<[^>]*>|[A-Za-z-]*:)/y
const flagsOnly = /\(\?[A-Za-z-]*\)/y
const repeat = /\{(?<least>\d+)(?:,(?<most>\d*))?\}/y
const unicodeClass = /\\[pP](?:\{[^}]*\}|.)?/suy
const quoted = /\\Q.*?(?:\\E|$)/suy
const escape = /\\(?:x\{(?<braced>[0-9A-Fa-f]*)\}|x(?<two>[0-9A-Fa-f]{2})|(?<plain>.))?/suy
const namedClass = /\\[dDsSwW]|\[:\^?[a-z]+:\]/y
const foldsCase = /\(\?[A-Za-z]*i/

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Reads one character of a class, written literally or as an escape. */
function readCharacter(text: string, at: number): { code: number; end: number } {
  const escaped = text[at] === '\\' ? matchAt(escape, text, at) : null
  if (escaped === null) {
    const code = text.codePointAt(at) ?? 0
    return { code, end: at + (code > 0xff_ff ? 2 : 1) }
  }
  const { braced, two, plain } = escaped.groups ?? {}
  const hex = braced ?? two
  const code = hex === undefined ? (plain?.codePointAt(0) ?? 0) : Number.parseInt(hex, 16)
  return { code, end: at + escaped[0].length }
}

const foldedRange = (first: number, last: number): number =>
  Math.ceil(Math.max(0, Math.min(last, stepWeights.lastFolded) - first) / stepWeights.foldedPerStep)

/** Reads a class that is written as a name, inside or outside of brackets; null if none exists. */
function readNamedClass(text: string, at: number, folds: boolean): { once: number; end: number } | null {
  const unicode = matchAt(unicodeClass, text, at)
  const whole = unicode ?? matchAt(namedClass, text, at)
  if (whole === null) return null
  const [plain, folded] =
    unicode === null ? [1, stepWeights.namedClassFolded] : [stepWeights.unicodeClass, stepWeights.unicodeClassFolded]
  return { once: folds ? folded : plain, end: at + whole[0].length }
}

/** Reads a class from its `[` on. `once` is its cost, which repeats do not multiply; `end` is the position after it. */
function readClass(text: string, start: number, folds: boolean): { once: number; end: number } {
  let once = 0
  let at = start + (text[start + 1] === '^' ? 2 : 1)
  for (const first = at; at < text.length && (text[at] !== ']' || at === first);) {
    const whole = readNamedClass(text, at, folds)
    if (whole !== null) {
      once += whole.once
      at = whole.end
      continue
    }
    const low = readCharacter(text, at)
    const isRange = text[low.end] === '-' && low.end + 1 < text.length && text[low.end + 1] !== ']'
    const high = isRange ? readCharacter(text, low.end + 1) : low
    once += 1 + (folds ? foldedRange(low.code, high.code) : 0)
    at = high.end
  }
  return { once, end: at + 1 }
}

/**
 * Estimates the cost of compiling a pattern.
 * @param source RE2 syntax, valid or not.
 * @returns steps; at least the number of characters that are matched one by one.
 */
export function patternSteps(source: string): number {
  const folds = foldsCase.test(source)
  const open: OpenGroup[] = []
  let group: OpenGroup = { steps: 0, last: 0 }
  let once = 0
  const atom = (steps: number): void => {
    group.steps += steps
    group.last = steps
  }

  for (let at = 0; at < source.length;) {
    const character = source[at]
    let end = at + 1
    const counted = character === '{' ? matchAt(repeat, source, at) : null
    if (counted !== null) {
      const { least, most } = counted.groups ?? {}
      const times = Math.max(1, Number(least), Number(most ?? 0))
      const unrolled = (group.last + 1) * times
      group.steps += unrolled - group.last
      group.last = unrolled
      end = at + counted[0].length
    } else if (character === '*' || character === '+' || character === '?') {
      group.steps += 1
      group.last += 1
    } else if (character === '(') {
      const flags = matchAt(flagsOnly, source, at)
      if (flags === null) {
        open.push(group)
        group = { steps: 2, last: 0 }
        end = at + (matchAt(groupHead, source, at)?.[0].length ?? 1)
      } else end = at + flags[0].length
    } else if (character === ')') {
      const outer = open.pop()
      if (outer !== undefined) {
        const { steps } = group
        group = outer
        atom(steps)
      }
    } else if (character === '[') {
      const read = readClass(source, at, folds)
      once += read.once
      atom(1)
      end = read.end
    } else if (character === '\\') {
      const named = readNamedClass(source, at, folds)
      const literal = matchAt(quoted, source, at)
      once += named?.once ?? 0
      // A repeat after `\Q...\E` applies to the last quoted character only.
      group.steps += literal?.[0].length ?? 0
      atom(1)
      end = named?.end ?? at + (literal ?? matchAt(escape, source, at) ?? ' ')[0].length
    } else atom(1)
    at = end
  }
  // A pattern with an unclosed group is invalid, but the group still counts.
  return open.reduce((steps, each) => steps + each.steps, group.steps) + once
}
