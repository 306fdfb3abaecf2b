/** Finds the JSON in a model's answer: on its own, in a code fence, among other words, or cut off. Linear time. */
import { firstTooDeep } from '@seine/shared/api/rules/nesting.ts'
import { modelLimits } from '@seine/shared/config/model-limits.ts'

/** JSON that was found in an answer. */
export interface FoundJson {
  value: unknown
}

const thoughtEnd = '</think>'

/**
 * Finds the value in an answer.
 * @returns null if none exists, or when it is nested too deeply.
 */
export function jsonInAnswer(answer: string): FoundJson | null {
  const text = withoutThought(answer)
  const found = parsed(text) ?? inFences(text) ?? amongWords(text)
  if (found === null) return null
  // Some models write the JSON as a string that contains JSON.
  const inner = typeof found.value === 'string' ? parsed(found.value.trim()) : null
  const best = inner !== null && typeof inner.value === 'object' ? inner : found
  return firstTooDeep(best.value, modelLimits.answerLevelsMax) === null ? best : null
}

function withoutThought(answer: string): string {
  const end = answer.lastIndexOf(thoughtEnd)
  return (end === -1 ? answer : answer.slice(end + thoughtEnd.length)).replace(/^\uFEFF/, '').trim()
}

function parsed(text: string): FoundJson | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

const isHolder = ({ value }: FoundJson): boolean => typeof value === 'object' && value !== null

function inFences(text: string): FoundJson | null {
  const blocks = text.split('```').filter((_piece, index) => index % 2 === 1)
  for (const block of blocks.slice(0, modelLimits.jsonStartsMax)) {
    const found = parsed(block.trim()) ?? parsed(block.replace(/^[^\n{["]*\n?/, '').trim())
    if (found !== null && isHolder(found)) return found
  }
  return null
}

/** Finds the longest object or list among other words. */
function amongWords(text: string): FoundJson | null {
  let best: { found: FoundJson; length: number } | null = null
  let at = 0
  for (let tries = 0; tries < modelLimits.jsonStartsMax; tries += 1) {
    const start = nextStart(text, at)
    if (start === -1) break
    const end = endOfHolder(text, start)
    // Cut off without being marked so: an object inside it would be taken for the whole.
    if (end === -1 && isBegun(text, start)) return null
    const found = end === -1 ? null : parsed(text.slice(start, end))
    if (found !== null && end - start > (best?.length ?? 0)) best = { found, length: end - start }
    at = found === null ? start + 1 : end
  }
  return best?.found ?? null
}

/** Whether a bracket begins JSON and is not part of a sentence. */
function isBegun(text: string, start: number): boolean {
  const pattern = /\{\s*["}]|\[\s*["[{\]\d]/y
  pattern.lastIndex = start
  return pattern.test(text)
}

function nextStart(text: string, from: number): number {
  const starts = ['{', '['].map((sign) => text.indexOf(sign, from)).filter((at) => at !== -1)
  return starts.length === 0 ? -1 : Math.min(...starts)
}

function endOfHolder(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      at = endOfString(text, at)
      if (at === -1) return -1
    } else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Returns the index of the quotation mark that ends the string beginning at `start`; -1 if none exists. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return -1
}

/**
 * Completes JSON that was cut off: incomplete parts at its end are dropped, open objects and lists are closed.
 * @returns null when no part is complete.
 */
export function jsonCutOff(answer: string): FoundJson | null {
  const text = withoutThought(answer)
  const start = nextStart(text, 0)
  if (start === -1) return null
  const open: string[] = []
  let cut = -1
  let closers = ''
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      at = endOfString(text, at)
      if (at === -1) break
    } else if (sign === '{' || sign === '[') {
      if (open.push(sign === '{' ? '}' : ']') > modelLimits.answerLevelsMax) return null
    } else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) break
      if (open.length === 0) return parsed(text.slice(start, at + 1))
    } else if (sign !== ',') continue
    // A string may be a property name, so no cut after it. An inner object without a complete property is no entry.
    if (sign === '"' || (sign === '{' && open.length > 1)) continue
    cut = sign === ',' ? at : at + 1
    closers = open.toReversed().join('')
  }
  const found = cut === -1 ? null : parsed(text.slice(start, cut) + closers)
  return found !== null && Object.keys(found.value as object).length > 0 ? found : null
}
