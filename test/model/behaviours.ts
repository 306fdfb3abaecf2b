/** Behaviours of model servers; those that take another behaviour delegate to it what they do not handle. */
import type { Behaviour, StubCall, StubReply } from './model-stub.ts'

/** Answers with the function's value, as JSON. */
export const answering =
  (answer: (call: StubCall) => unknown): Behaviour =>
  (call) => ({ content: JSON.stringify(answer(call)) })

/** Answers with this text. */
export const saying =
  (content: string): Behaviour =>
  () => ({ content })

const refusal = (message: string): StubReply => ({ status: 400, json: { error: { message } } })

/** Rejects strict schemas. */
export const refusingSchemas =
  (next: Behaviour): Behaviour =>
  (call) =>
    call.format === 'json_schema' ? refusal("'response_format.type' must be 'json_object' or 'text'") : next(call)

/** Rejects any response format, without an explanation. */
export const refusingFormats =
  (next: Behaviour): Behaviour =>
  (call) =>
    call.format === null ? next(call) : refusal('bad request')

/** Accepts only requests in the form of newer models. */
export const refusingOldFields =
  (next: Behaviour): Behaviour =>
  (call) => {
    if ('temperature' in call.body) return refusal("Unsupported value: 'temperature' does not support 0")
    return 'max_tokens' in call.body
      ? refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
      : next(call)
  }

/** Wraps the answer in a code fence. */
export const fenced = (next: Behaviour): Behaviour => wrapped(next, 'Here you are:\n```json\n', '\n```\nAnything else?')

/** Surrounds the answer with prose. */
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

/** Truncates answers after this many characters. */
export const truncating =
  (characters: number, next: Behaviour): Behaviour =>
  async (call) => {
    const reply = await next(call)
    if (typeof reply !== 'object' || !('content' in reply) || reply.content.length <= characters) return reply
    return { content: reply.content.slice(0, characters), finish: 'length' }
  }

/** Applies a behaviour to the first calls only. */
export const first =
  (times: number, reply: StubReply, next: Behaviour): Behaviour =>
  (call) =>
    call.nth <= times ? reply : next(call)

/** Reports no token counts. */
export const uncounted =
  (next: Behaviour): Behaviour =>
  async (call) => {
    const reply = await next(call)
    return typeof reply === 'object' && 'content' in reply ? { ...reply, usage: null } : reply
  }
