/**
 * Cursors of lists that a tool reads from a route: they name a part of the list, an entry of it, and a character in its
 * text. They need no memory, so every gateway continues them at any time.
 */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { portionEnd } from '../tool/bounded-text.ts'
import { ToolError } from '../tool/tool-error.ts'

/** A place in a list. */
export interface ToolListPlace {
  /** Cursor of the route for the part; null: its first part. */
  part: string | null
  /** Entries of the part that have been read. */
  entry: number
  /** Characters of the next entry that have been read. */
  offset: number
  /** Arguments that the list depends on: a cursor continues the list that these have made. */
  bound: Readonly<Record<string, unknown>>
}

/** The entries of a part as text. */
export interface ListPart {
  texts: readonly string[]
  /** Cursor of the route for the next part; null at the end of the list. */
  next: string | null
}

/** Text of a reply, and where the list goes on. */
export interface ListPortion {
  text: string
  /** Entries that the text begins, by their positions in the part. */
  entries: { from: number; to: number }
  /** Null at the end of the list. */
  next: ToolListPlace | null
}

export const listStart: ToolListPlace = { part: null, entry: 0, offset: 0, bound: {} }

const gap = '\n\n'

/** Writes a place as a cursor. */
export const cursorOfPlace = ({ part, entry, offset, bound }: ToolListPlace): string =>
  Buffer.from(JSON.stringify([part, entry, offset, bound])).toString('base64url')

/** Returns the error for a cursor of another list. */
export const foreignCursor = (): ToolError =>
  new ToolError('validation_failed', '`cursor` is not a cursor of this list', 'Call again without cursor.')

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/**
 * Returns the place that a call asks for, with the arguments that its list depends on: those of the call, or for a call
 * with a cursor those of the list that it continues.
 * @param names of these arguments.
 * @throws ToolError when the cursor belongs to a list of other arguments, or to none.
 */
export function placeOfCall(given: Readonly<Record<string, unknown>>, names: readonly string[]): ToolListPlace {
  const own = Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
  if (given['cursor'] === undefined) return { ...listStart, bound: own }
  const place = placeOfCursor(given['cursor'])
  const differ = Object.entries(own).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(place.bound[name]),
  )
  if (differ) throw foreignCursor()
  return place
}

/** Reads a cursor; null stands for the start. @throws ToolError when it is not a cursor of such a list. */
export function placeOfCursor(cursor: unknown): ToolListPlace {
  if (cursor === undefined || cursor === null) return listStart
  if (typeof cursor !== 'string') throw foreignCursor()
  try {
    const [part, entry, offset, bound] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const isPart = part === null || typeof part === 'string'
    if (isPart && isPosition(entry) && isPosition(offset) && isObject(bound)) return { part, entry, offset, bound }
  } catch {
    // Not JSON.
  }
  throw foreignCursor()
}

/**
 * Returns as much of a part as fits into a reply, from a place on. An entry that does not fit is begun only when it is
 * the first one, and is then cut at a paragraph.
 * @throws ToolError when the part has no such place.
 */
export function portionOfPart({ texts, next }: ListPart, place: ToolListPlace, maxCharacters: number): ListPortion {
  const { part, entry: from, offset, bound } = place
  const first = texts[from]
  if (from > texts.length || offset > (first?.length ?? 0)) throw foreignCursor()
  let text = ''
  for (let at = from; at < texts.length; at += 1) {
    const start = at === from ? offset : 0
    const whole = texts[at]!
    const room = maxCharacters - text.length - (text === '' ? 0 : gap.length)
    if (whole.length - start <= room) {
      text += (text === '' ? '' : gap) + whole.slice(start)
      continue
    }
    if (text !== '') return { text, entries: { from, to: at }, next: { part, entry: at, offset: 0, bound } }
    const end = portionEnd(whole, start, maxCharacters)
    return {
      text: whole.slice(start, end),
      entries: { from, to: at + 1 },
      next: { part, entry: at, offset: end, bound },
    }
  }
  return { text, entries: { from, to: texts.length }, next: next === null ? null : { ...listStart, part: next, bound } }
}
