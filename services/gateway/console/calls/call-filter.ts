/** Chooses the calls that are listed: by type, and by words in method, address, status, type and failure. */
import type { CapturedCall } from './captured-call.ts'

/** Names of the buttons, in their order. */
export const callFilterTypes = ['All', 'Document', 'Fetch/XHR', 'WebSocket', 'EventSource', 'Failed'] as const
export type CallFilterType = (typeof callFilterTypes)[number]

/** Whether a call has no answer, or one of status 400 and above. */
export const hasFailed = ({ state, status }: CapturedCall): boolean => state === 'failed' || (status ?? 0) >= 400

const isOfType: Record<CallFilterType, (call: CapturedCall) => boolean> = {
  All: () => true,
  Document: ({ type }) => type === 'document',
  'Fetch/XHR': ({ type }) => type === 'fetch' || type === 'xhr',
  WebSocket: ({ type }) => type === 'websocket',
  EventSource: ({ type, frames }) => type === 'eventsource' || (frames[0]?.event ?? null) !== null,
  Failed: hasFailed,
}

const searchedText = ({ method, url, status, type, failure, mimeType }: CapturedCall): string =>
  [method, url, status ?? '', type, mimeType, failure ?? ''].join('\n').toLowerCase()

/**
 * @param text words that all have to occur, in any case; a word that begins with `-` must not occur.
 */
export function filteredCalls(calls: readonly CapturedCall[], type: CallFilterType, text: string): CapturedCall[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-')
  const isListed = (call: CapturedCall): boolean => {
    if (!isOfType[type](call)) return false
    if (words.length === 0) return true
    const searched = searchedText(call)
    return words.every((word) => (word.startsWith('-') ? !searched.includes(word.slice(1)) : searched.includes(word)))
  }
  return calls.filter(isListed)
}
