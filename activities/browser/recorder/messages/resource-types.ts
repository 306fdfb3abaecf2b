/** Classifies resource types, URLs and media types of the protocol for a recording. Pure. */
import { requestTypes } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { ResourceType } from './model.ts'

const known: ReadonlySet<string> = new Set(requestTypes)

/**
 * Returns the resource type in the spelling of a recording.
 * @param type in the spelling of the protocol, such as `XHR`; undefined when not reported.
 */
export function toResourceType(type: string | undefined): ResourceType {
  const lower = type?.toLowerCase() ?? 'other'
  if (lower === 'cspviolationreport') return 'ping'
  return known.has(lower) ? (lower as ResourceType) : 'other'
}

/** Whether a URL causes traffic: URLs that never leave the browser do not. */
export const isTraffic = (url: string): boolean => !/^(?:data|blob|about|chrome-error|chrome):/i.test(url)

/** Types of responses that may go on without an end: they are read while they arrive. */
const streamTypes =
  /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl(?:ines)?|json-lines|json-seq|stream\+json|octet-stream)|application\/grpc-web|application\/connect\+)/i

/** Whether a response of this media type may continue without end. */
export const isStreamType = (mimeType: string): boolean => streamTypes.test(mimeType)

/** Whether a media type is that of server-sent events; null: unknown. */
export const isEventStream = (mimeType: string | null): boolean =>
  mimeType !== null && mimeType.toLowerCase().startsWith('text/event-stream')
