/** Reads a server's answers to chat completions: https://platform.openai.com/docs/api-reference/chat */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { modelLimits } from '@seine/shared/config/model-limits.ts'
import type { JsonAnswer } from '@seine/shared/operator-services/json-call.ts'
import type { CountedUsage } from './page-tokens.ts'

/** The answer of a model. */
export type Completion =
  | { kind: 'text'; text: string; isCutOff: boolean }
  | { kind: 'refused'; detail: string }
  | { kind: 'none'; detail: string }

/** Reads an answer with a success status; never throws, whatever its content. */
export function completionIn(answer: unknown): Completion {
  if (!isObject(answer)) return { kind: 'none', detail: 'the answer is not a JSON object' }
  const choice = firstOf(answer['choices'])
  if (!isObject(choice)) {
    const message = serverMessage(answer)
    return { kind: 'none', detail: message === '' ? 'the answer has no choices' : message }
  }
  const message = isObject(choice['message']) ? choice['message'] : {}
  const finish = choice['finish_reason']
  const refusal = message['refusal']
  if (typeof refusal === 'string' && refusal !== '') return { kind: 'refused', detail: shortened(refusal) }
  if (finish === 'content_filter') return { kind: 'refused', detail: 'a content filter stopped the answer' }
  const isCutOff = finish === 'length'
  const text = contentText(message) || argumentsOf(message)
  if (text === '' && !isCutOff) return { kind: 'none', detail: 'the answer is empty' }
  return { kind: 'text', text, isCutOff }
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined)

/** Reads the text of a message; some servers answer in parts. */
function contentText({ content }: Record<string, unknown>): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as unknown[])
    .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}

/** Reads the arguments of a tool call: some models call a tool that was not offered. */
function argumentsOf(message: Record<string, unknown>): string {
  const call = firstOf(message['tool_calls'])
  const called = isObject(call) ? call['function'] : message['function_call']
  const given = isObject(called) ? called['arguments'] : undefined
  if (isObject(given)) return JSON.stringify(given)
  return typeof given === 'string' ? given : ''
}

/** Returns the token counts that the server reports. */
export function usageIn(answer: unknown): CountedUsage {
  const usage = isObject(answer) && isObject(answer['usage']) ? answer['usage'] : {}
  return { prompt: countOf(usage['prompt_tokens']), completion: countOf(usage['completion_tokens']) }
}

/** Reads a count; zero counts as unknown, because servers that do not count report it. */
const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null

/**
 * Returns the error message of a server: `{"error": {"message": ...}}` or another common form; empty if none exists.
 */
export function serverMessage(answer: unknown): string {
  if (!isObject(answer)) return ''
  const { error } = answer
  const message = [isObject(error) ? error['message'] : error, answer['message'], answer['detail']].find(
    (each) => typeof each === 'string' && each !== '',
  )
  return typeof message === 'string' ? shortened(message) : ''
}

const shortened = (text: string): string =>
  text
    .slice(0, modelLimits.detailMaxCharacters * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, modelLimits.detailMaxCharacters)

/** The part of a request that a server does not accept. */
export type Complaint = 'context' | 'temperature' | 'max_tokens' | 'format'

const complainingStatuses = new Set([400, 413, 415, 422, 501])

/**
 * Reads a refusal.
 * @param hasFormat whether an answer format was requested: an unexplained refusal is attributed to it.
 * @returns null when asking in a different form does not help.
 */
export function complaintIn(answer: JsonAnswer, hasFormat: boolean): Complaint | null {
  const { status, json, text } = answer
  // The whole body is read only when it has no message: some servers repeat the question in it.
  const message = (serverMessage(json) || text.slice(0, modelLimits.detailMaxCharacters * 10)).toLowerCase()
  const isAboutFormat = /response_?format|json_?\s?schema|json_object|grammar|guided|structured/.test(message)
  if (status >= 500 && status !== 501) return hasFormat && isAboutFormat ? 'format' : null
  if (!complainingStatuses.has(status)) return null
  if (isAboutFormat && hasFormat) return 'format'
  if (
    /context_length|context length|context window|context size|maximum context|too long|too many tokens/.test(message)
  ) {
    return 'context'
  }
  if (status === 413) return 'context'
  if (message.includes('max_completion_tokens')) return 'max_tokens'
  if (message.includes('temperature')) return 'temperature'
  return hasFormat ? 'format' : null
}
