/**
 * Determines which blocks of a page are its content by aligning the page's words with those of the wanted text: long
 * common runs first, then short blocks between aligned blocks.
 */
import type { PageBlocks } from '@seine/activities/content/main-content/blocks.ts'
import { wordsOf } from '../bench/extraction/word-score.ts'

/** Returns the words of a block. Pieces on both sides of an inline tag are one word if no space separates them. */
export function blockWords(blocks: PageBlocks, block: number): string[] {
  let text = ''
  for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) text += blocks.texts[at]!.text
  return wordsOf(text)
}

const runWordsMin = 4
const candidatesMax = 64
/** Highest distance of a short block from the position of its neighbours in the text, words. */
const reach = 30

/**
 * Returns the wanted share of each block's words.
 * @param words words of each block in document order.
 * @param wanted words of the text.
 */
export function labelBlocks(words: readonly string[][], wanted: readonly string[]): Float32Array {
  const page: string[] = []
  const blockOf: number[] = []
  const starts: number[] = []
  words.forEach((list, block) => {
    starts.push(page.length)
    for (const word of list) {
      page.push(word)
      blockOf.push(block)
    }
  })
  const matched = new Int32Array(page.length).fill(-1)
  const used = new Uint8Array(wanted.length)
  for (const run of commonRuns(page, wanted)) take(run, matched, used)
  fillGaps(words, starts, matched, used, wanted)
  const labels = new Float32Array(words.length)
  words.forEach((list, block) => {
    const from = starts[block]!
    let count = 0
    for (let at = from; at < from + list.length; at++) if (matched[at]! >= 0) count++
    labels[block] = list.length === 0 ? 0 : count / list.length
  })
  return labels
}

interface Run {
  page: number
  wanted: number
  length: number
}

/** Returns runs of equal words, longest first; each extended as far as possible. */
function commonRuns(page: readonly string[], wanted: readonly string[]): Run[] {
  const places = new Map<string, number[]>()
  for (let at = 0; at + runWordsMin <= wanted.length; at++) {
    const key = wanted.slice(at, at + runWordsMin).join(' ')
    const list = places.get(key)
    if (list === undefined) places.set(key, [at])
    else if (list.length < candidatesMax) list.push(at)
  }
  const runs: Run[] = []
  for (let at = 0; at + runWordsMin <= page.length; at++) {
    for (const place of places.get(page.slice(at, at + runWordsMin).join(' ')) ?? []) {
      if (at > 0 && place > 0 && page[at - 1] === wanted[place - 1]) continue
      let length = runWordsMin
      while (at + length < page.length && page[at + length] === wanted[place + length]) length++
      runs.push({ page: at, wanted: place, length })
    }
  }
  return runs.toSorted((a, b) => b.length - a.length || a.page - b.page)
}

/** Matches the words of a run where neither side has been matched. */
function take(run: Run, matched: Int32Array, used: Uint8Array): void {
  let free = 0
  for (let at = 0; at <= run.length; at++) {
    const isFree = at < run.length && matched[run.page + at] === -1 && used[run.wanted + at] === 0
    if (isFree) {
      free++
      continue
    }
    if (free >= runWordsMin) {
      for (let back = at - free; back < at; back++) {
        matched[run.page + back] = run.wanted + back
        used[run.wanted + back] = 1
      }
    }
    free = 0
  }
}

/** Matches short blocks, and ends of long ones, that occur in the text near their neighbours. */
function fillGaps(
  words: readonly string[][],
  starts: readonly number[],
  matched: Int32Array,
  used: Uint8Array,
  wanted: readonly string[],
): void {
  const total = matched.length
  // Positions of the nearest matched word before and after each word.
  for (let round = 0; round < 3; round++) {
    const before = new Int32Array(total + 1).fill(-1)
    const behind = new Int32Array(total + 1).fill(-1)
    for (let at = 0; at < total; at++) before[at + 1] = matched[at]! >= 0 ? matched[at]! : before[at]!
    for (let at = total - 1; at >= 0; at--) behind[at] = matched[at]! >= 0 ? matched[at]! : behind[at + 1]!
    let found = 0
    words.forEach((list, block) => {
      const from = starts[block]!
      for (let at = from; at < from + list.length;) {
        if (matched[at]! >= 0) {
          at++
          continue
        }
        let length = 1
        while (at + length < from + list.length && matched[at + length] === -1) length++
        const place = placeOf(list, at - from, length, before[at]!, behind[at + length]!, used, wanted)
        if (place >= 0) {
          for (let next = 0; next < length; next++) {
            matched[at + next] = place + next
            used[place + next] = 1
          }
          found++
        }
        at += length
      }
    })
    if (found === 0) break
  }
}

function placeOf(
  list: readonly string[],
  from: number,
  length: number,
  before: number,
  behind: number,
  used: Uint8Array,
  wanted: readonly string[],
): number {
  const windows: [number, number][] = []
  if (before >= 0) windows.push([before + 1, before + 1 + reach])
  if (behind >= 0) windows.push([behind - reach - length, behind])
  if (length >= 3) windows.push([0, wanted.length])
  for (const [low, high] of windows) {
    for (let place = Math.max(0, low); place + length <= Math.min(high, wanted.length); place++) {
      let same = 0
      while (same < length && used[place + same] === 0 && wanted[place + same] === list[from + same]) same++
      if (same === length) return place
    }
  }
  return -1
}
