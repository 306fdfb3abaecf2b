/** Resource types and URLs of the protocol → what a recording makes of them. Pure. */
import { requestTypes } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { ResourceType } from './model.ts'

const known: ReadonlySet<string> = new Set(requestTypes)

/** @param type as the protocol spells it, `XHR`; undefined = it does not say. */
export function toResourceType(type: string | undefined): ResourceType {
  const lower = type?.toLowerCase() ?? 'other'
  if (lower === 'cspviolationreport') return 'ping'
  return known.has(lower) ? (lower as ResourceType) : 'other'
}

/** URLs that never leave the browser are no traffic. */
export const isTraffic = (url: string): boolean => !/^(?:data|blob|about|chrome-error|chrome):/i.test(url)

/** Answers that go on without an end: they are read as they come. */
const streamTypes =
  /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl(?:ines)?|json-lines|json-seq|stream\+json|octet-stream)|application\/grpc-web|application\/connect\+)/i

export const isStreamType = (mimeType: string): boolean => streamTypes.test(mimeType)

export const isEventStream = (mimeType: string | null): boolean =>
  mimeType !== null && mimeType.toLowerCase().startsWith('text/event-stream')
