/** Keeps the texts of replies that were cut, for a short time, so that reading on does not load the page again. */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { mcpLimits } from './mcp-limits.ts'

/** A text and what the reply states about it. */
export interface KeptText {
  facts: Record<string, unknown>
  words: string
  text: string
}

/** Texts by tenant and a random id. */
export class TextShelf {
  readonly #texts = new LRUCache<string, KeptText>({
    maxSize: mcpLimits.textsMaxCharacters,
    sizeCalculation: ({ text }) => text.length + 1,
    ttl: mcpLimits.textLifetimeMs,
  })

  /** @returns the id of the text. */
  keep(tenant: string, text: KeptText): string {
    const id = randomUUID()
    this.#texts.set(`${tenant}/${id}`, text)
    return id
  }

  /** @returns null when it is another tenant's, too old or unknown. */
  find(tenant: string, id: string): KeptText | null {
    return this.#texts.get(`${tenant}/${id}`) ?? null
  }
}

/** Returns the cursor that continues a text at a character. */
export const cursorOf = (id: string, offset: number): string => `${id}.${offset}`

/** Reads a cursor; null when it is malformed. */
export function readCursor(cursor: string): { id: string; offset: number } | null {
  const { id, offset } = /^(?<id>[\da-f-]{36})\.(?<offset>\d{1,12})$/.exec(cursor)?.groups ?? {}
  return id === undefined || offset === undefined ? null : { id, offset: Number(offset) }
}
