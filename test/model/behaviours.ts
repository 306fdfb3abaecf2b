/** Ways of model servers; those that take another one do it where they do nothing of their own. */
import type { Behaviour, StubCall, StubReply } from './model-stub.ts'

/** Answers what the function says, as JSON. */
export const answering =
  (answer: (call: StubCall) => unknown): Behaviour =>
  (call) => ({ content: JSON.stringify(answer(call)) })

/** Answers this text. */
export const saying =
  (content: string): Behaviour =>
  () => ({ content })

const refusal = (message: string): StubReply => ({ status: 400, json: { error: { message } } })

/** Takes no strict schema. */
export const refusingSchemas =
  (next: Behaviour): Behaviour =>
  (call) =>
    call.format === 'json_schema' ? refusal("'response_format.type' must be 'json_object' or 'text'") : next(call)

/** Takes no format of answers at all, and does not say why. */
export const refusingFormats =
  (next: Behaviour): Behaviour =>
  (call) =>
    call.format === null ? next(call) : refusal('bad request')

/** Takes requests of newer models alone. */
export const refusingOldFields =
  (next: Behaviour): Behaviour =>
  (call) => {
    if ('temperature' in call.body) return refusal("Unsupported value: 'temperature' does not support 0")
    return 'max_tokens' in call.body
      ? refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
      : next(call)
  }

/** Puts the answer into a fence. */
export const fenced = (next: Behaviour): Behaviour => wrapped(next, 'Here you are:\n```json\n', '\n```\nAnything else?')

/** Puts words around the answer. */
export const inProse = (next: Behaviour): Behaviour =>
  wrapped(next, '<think>{a} [1]</think>As [1] says: ', ' (see {}).')

const wrapped =
  (next: Behaviour, before: string, after: string): Behaviour =>
  async (call) => {
    const reply = await next(call)
    return typeof reply === 'object' && 'content' in reply
      ? { ...reply, content: before + reply.content + after }
      : reply
  }

/** Stops answers at so many characters. */
export const truncating =
  (characters: number, next: Behaviour): Behaviour =>
  async (call) => {
    const reply = await next(call)
    if (typeof reply !== 'object' || !('content' in reply) || reply.content.length <= characters) return reply
    return { content: reply.content.slice(0, characters), finish: 'length' }
  }

/** Does this with the first calls. */
export const first =
  (times: number, reply: StubReply, next: Behaviour): Behaviour =>
  (call) =>
    call.nth <= times ? reply : next(call)

/** Counts no tokens. */
export const uncounted =
  (next: Behaviour): Behaviour =>
  async (call) => {
    const reply = await next(call)
    return typeof reply === 'object' && 'content' in reply ? { ...reply, usage: null } : reply
  }
