/** Finds out whether the answer for a page of a watch is the one that an earlier run stored (RFC 9110, section 13). */
import { createHash } from 'node:crypto'
import type { LaneAnswer, LaneContent } from '@seine/shared/pages/lane.ts'
import type { PagePrint, Revisit, UnchangedBy } from '@seine/shared/pages/stored-page.ts'

/** Headers that make a request conditional. */
const conditions = new Set([
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
])

/** Whether the caller's headers make requests conditional or partial: such answers are not the whole page. */
export const hasConditions = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some((name) => conditions.has(name.toLowerCase()))

/**
 * Returns the headers that make the request for a stored page conditional, hop by hop; null: it is not conditional.
 * Only the hop whose answer was stored gets them.
 */
export function conditionsOf(revisit: Revisit | null | undefined): ((to: URL) => Record<string, string>) | null {
  if (revisit?.stored == null || !revisit.isConditional) return null
  const { url, etag, lastModified } = revisit.stored.print
  if (etag === null && lastModified === null) return null
  const headers = {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
  return (to) => (to.href === url ? headers : {})
}

/** Returns the print of a complete answer. */
export function printOf({ finalUrl, headers }: LaneAnswer, { bytes, contentType }: LaneContent): PagePrint {
  const hash = createHash('sha256')
    .update(JSON.stringify([finalUrl, contentType, headers['x-robots-tag'] ?? null]))
    .update(bytes)
    .digest('hex')
  // With `Vary: *`, a later request is never known to select the same answer (RFC 9110, section 12.5.5).
  const mayRely = !(headers['vary'] ?? '').split(',').some((name) => name.trim() === '*')
  return {
    hash,
    url: finalUrl,
    etag: mayRely ? (headers['etag'] ?? null) : null,
    lastModified: mayRely ? (headers['last-modified'] ?? null) : null,
  }
}

/** Returns an entity tag for the weak comparison (RFC 9110, section 8.8.3.2). */
const weakTag = (etag: string): string => etag.replace(/^W\//, '')

/**
 * Whether an answer 304 names another version than the one that is stored (RFC 9111, section 4.3.4): it says nothing
 * about the stored page, and has no page of its own.
 */
export function isOtherVersion(revisit: Revisit, { status, headers }: Pick<LaneAnswer, 'status' | 'headers'>): boolean {
  if (status !== 304 || conditionsOf(revisit) === null) return false
  const asked = revisit.stored?.print.etag ?? null
  const { etag } = headers
  return asked !== null && etag !== undefined && weakTag(etag) !== weakTag(asked)
}

/** What a revisit has found of an answer. */
export interface Revisited {
  print: PagePrint
  /** Null: the page is another one, or was not stored. */
  unchanged: UnchangedBy | null
}

/**
 * Compares an answer with the stored page.
 * @returns null for an answer that says nothing about the page: an error, an incomplete body.
 */
export function revisited(revisit: Revisit, answer: LaneAnswer, content: LaneContent): Revisited | null {
  const { stored } = revisit
  if (answer.status === 304) {
    const isAsked = stored !== null && conditionsOf(revisit) !== null && answer.finalUrl === stored.print.url
    if (!isAsked) return null
    // A 304 may have newer validators (RFC 9110, section 15.4.5).
    const { etag = stored.print.etag, 'last-modified': lastModified = stored.print.lastModified } = answer.headers
    return { print: { ...stored.print, etag, lastModified }, unchanged: 'not_modified' }
  }
  if (answer.status !== 200 || answer.truncated || content.bytes.byteLength === 0) return null
  const print = printOf(answer, content)
  return { print, unchanged: stored?.print.hash === print.hash ? 'same_bytes' : null }
}
