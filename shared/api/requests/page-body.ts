/** The request body that a batch sends with every URL. */
import { jobLimits } from '../../config/limits.ts'
import type { PageBody } from '../../tasks/job-input.ts'
import { jsonWithin } from '../rules/json-size.ts'
import type { ProblemList } from '../rules/problem-list.ts'

/** Returns true for the text of a JSON object or list. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the text to send; null when it would be too long. */
function serialised(body: string | object): string | null {
  const maxBytes = jobLimits.requestBodyMaxBytes
  if (typeof body === 'object') return jsonWithin(body, maxBytes)
  return Buffer.byteLength(body) > maxBytes ? null : body
}

/**
 * Reads `body`. An object is sent as JSON, and so is a text that is a JSON object or list; any other text is sent as
 * plain text in UTF-8.
 * @param method as given; an invalid method is left for the schema to report.
 * @param body as given; a value that is neither an object nor a text is left for the schema to report.
 * @returns the body to send; null when it is absent or invalid.
 */
export function readPageBody(method: unknown, body: unknown, list: ProblemList): PageBody | null {
  if (body === undefined) return null
  if (method === undefined || method === 'GET') {
    list.add('/body', 'invalid_combination', 'must not be given with the method `GET`')
  }
  const isText = typeof body === 'string'
  if (!isText && (typeof body !== 'object' || body === null || Array.isArray(body))) return null
  const text = serialised(body)
  if (text === null) {
    list.add('/body', 'validation_failed', `must have at most ${jobLimits.requestBodyMaxBytes} bytes`)
    return null
  }
  return { contentType: isText && !isJson(text) ? 'text/plain; charset=utf-8' : 'application/json', text }
}
