/** Asks the model one question, in the strictest form the server accepts, and retries while the server is busy. */
import { setTimeout as sleep } from 'node:timers/promises'
import { modelLimits } from '@seine/shared/config/model-limits.ts'
import { jsonCall, ServiceCallError, type JsonAnswer } from '@seine/shared/operator-services/json-call.ts'
import type { ModelSettings } from '@seine/shared/operator-services/model-settings.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'
import { FairSemaphore } from '../../threads/fair-semaphore.ts'
import { complaintIn, completionIn, serverMessage, usageIn } from './completion.ts'
import type { ModelFailure } from '@seine/shared/pages/model.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { Message } from './page-messages.ts'
import type { PageTokens } from './page-tokens.ts'
import { answerFormats, ServerDialect, type AnswerFormat, type Dialect } from './server-dialect.ts'
import { estimateTokens } from './token-estimate.ts'

/** One question to the model. */
export interface Question {
  messages: readonly Message[]
  /** Schema of the answer; null when no strict schema can express it. */
  strict: { schema: Record<string, unknown>; digest: string } | null
}

export type Reply =
  | { kind: 'text'; text: string; isCutOff: boolean; isPromptCut: boolean }
  /** The server reports that the question exceeds its context. */
  | { kind: 'too_long' }
  /** `isFinal`: further questions would fail in the same way. */
  | { kind: 'failed'; code: ModelFailure; detail: string; isFinal: boolean }

/** Limits for the reading of one page. */
export interface Bounds {
  /** Milliseconds of `monotonicNow`. */
  deadlineMs: number
  signal: AbortSignal
}

/** Estimates the tokens of messages. */
export const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + modelLimits.messageTokens, 0)

const failed = (code: ModelFailure, detail: string, isFinal = false): Reply => ({
  kind: 'failed',
  code,
  detail,
  isFinal,
})

const busyStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529])

/** Result of one try: an answer, or a fault that a further try may not have. */
type Try = { answer: JsonAnswer } | { failure: Reply; mayPass: boolean; afterMs: number | null }

export class ModelCalls {
  readonly #settings: ModelSettings
  readonly #limit: FairSemaphore
  readonly #server = new ServerDialect()

  constructor(settings: ModelSettings) {
    this.#settings = settings
    this.#limit = new FairSemaphore(settings.concurrency)
  }

  /**
   * Asks a question and counts its cost.
   * @throws the reason of the signal.
   */
  async ask(question: Question, tokens: PageTokens, bounds: Bounds): Promise<Reply> {
    const promptTokens = tokensOf(question.messages)
    if (!tokens.reserve(promptTokens)) return failed('token_budget', 'the tokens for this page are used up')
    try {
      return await this.#inSomeForm(question, promptTokens, tokens, bounds)
    } finally {
      tokens.release(promptTokens)
    }
  }

  async #inSomeForm(question: Question, promptTokens: number, tokens: PageTokens, bounds: Bounds): Promise<Reply> {
    const digest = question.strict?.digest ?? null
    let format = this.#server.formatFor(digest)
    let dialect = this.#server.dialect
    const refused: AnswerFormat[] = []
    for (;;) {
      const body = this.#body(question, format, dialect)
      const tried = await this.#patiently(body, tokens, bounds, format !== 'plain')
      if (!('answer' in tried)) return tried.failure
      const { answer } = tried
      if (isSuccess(answer)) {
        for (const each of refused) this.#server.refused(each, digest)
        this.#server.took(format)
        this.#server.speaks(dialect)
        return this.#reply(answer, promptTokens, tokens)
      }
      const complaint = complaintIn(answer, format !== 'plain')
      if (complaint === 'context') return { kind: 'too_long' }
      if (complaint === 'temperature' && dialect.hasTemperature) dialect = { ...dialect, hasTemperature: false }
      else if (complaint === 'max_tokens' && dialect.tokensField === 'max_tokens') {
        dialect = { ...dialect, tokensField: 'max_completion_tokens' }
      } else if (complaint !== null && format !== 'plain') {
        refused.push(format)
        format = answerFormats[answerFormats.indexOf(format) + 1] ?? 'plain'
      } else return this.#refusal(answer)
    }
  }

  #body({ messages, strict }: Question, format: AnswerFormat, dialect: Dialect): Record<string, unknown> {
    return {
      model: this.#settings.name,
      messages,
      stream: false,
      [dialect.tokensField]: this.#settings.outputTokens,
      ...(dialect.hasTemperature ? { temperature: 0 } : {}),
      ...(format === 'json_object' ? { response_format: { type: 'json_object' } } : {}),
      ...(format === 'json_schema' && strict !== null
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'page', strict: true, schema: strict.schema },
            },
          }
        : {}),
    }
  }

  /** Retries while the server is busy or unreachable, as long as there is time. */
  async #patiently(body: unknown, tokens: PageTokens, bounds: Bounds, hasFormat: boolean): Promise<Try> {
    for (let tries = 1; ; tries += 1) {
      const tried = await this.#once(body, tokens, bounds, hasFormat)
      if ('answer' in tried || !tried.mayPass || tries === modelLimits.triesMax) return tried
      const pauseMs = tried.afterMs ?? modelLimits.pauseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
      if (
        pauseMs > modelLimits.retryAfterMaxMs ||
        monotonicNow() + pauseMs + modelLimits.callMinMs > bounds.deadlineMs
      ) {
        return tried
      }
      await sleep(pauseMs, undefined, { signal: bounds.signal }).catch(() => bounds.signal.throwIfAborted())
    }
  }

  async #once(body: unknown, tokens: PageTokens, { deadlineMs, signal }: Bounds, hasFormat: boolean): Promise<Try> {
    const { baseUrl, key, timeoutMs } = this.#settings
    const leftMs = (): number => deadlineMs - monotonicNow() - modelLimits.callMinMs
    const over = {
      failure: failed('model_timeout', 'the time for this page has run out', true),
      mayPass: false,
      afterMs: null,
    }
    if (leftMs() <= 0) return over
    const late = AbortSignal.timeout(leftMs())
    try {
      const answer = await this.#limit.run(AbortSignal.any([signal, late]), async () => {
        tokens.count()
        return jsonCall({
          url: `${baseUrl}/chat/completions`,
          method: 'POST',
          headers: key === '' ? {} : { authorization: `Bearer ${key}` },
          body,
          timeoutMs: Math.min(timeoutMs, Math.max(1, leftMs())),
          maxBytes: modelLimits.answerMaxBytes,
          signal,
        })
      })
      const isBusy = busyStatuses.has(answer.status) && complaintIn(answer, hasFormat) === null
      if (!isBusy) return { answer }
      const afterMs = retryAfterMs(answer.headers['retry-after'], Date.now(), Number.MAX_SAFE_INTEGER)
      return { failure: this.#refusal(answer), mayPass: true, afterMs }
    } catch (error) {
      signal.throwIfAborted()
      if (error === late.reason) return over
      if (!(error instanceof ServiceCallError)) throw error
      return { ...failedCall(error), afterMs: null }
    }
  }

  #reply(answer: JsonAnswer, promptTokens: number, tokens: PageTokens): Reply {
    const counted = usageIn(answer.json)
    const completion = completionIn(answer.json)
    const text = completion.kind === 'text' ? completion.text : ''
    tokens.spend(counted, { prompt: promptTokens, completion: estimateTokens(text) })
    if (completion.kind === 'refused') return failed('model_refused', completion.detail)
    if (completion.kind === 'none') return failed('model_bad_output', this.#withoutKey(completion.detail))
    const isPromptCut = counted.prompt !== null && counted.prompt < promptTokens * modelLimits.cutShare
    return { kind: 'text', text, isCutOff: completion.isCutOff, isPromptCut }
  }

  #refusal(answer: JsonAnswer): Reply {
    const { status } = answer
    if (status === 401 || status === 403) {
      return failed('model_unavailable', `the model server answered ${status}: it does not accept the key`, true)
    }
    const message = this.#withoutKey(serverMessage(answer.json))
    const detail = `the model server answered ${status}${message === '' ? '' : `: ${message}`}`
    // A wrong model name or URL fails in the same way for every part.
    return failed('model_unavailable', detail, status < 500 && !busyStatuses.has(status))
  }

  #withoutKey(text: string): string {
    return this.#settings.key === '' ? text : text.replaceAll(this.#settings.key, '***')
  }
}

const isSuccess = ({ status }: JsonAnswer): boolean => status >= 200 && status < 300

function failedCall(error: ServiceCallError): { failure: Reply; mayPass: boolean } {
  if (error.kind === 'timeout')
    return { failure: failed('model_timeout', `the model gave ${error.message}`), mayPass: false }
  if (error.kind === 'too_large') return { failure: failed('model_bad_output', error.message), mayPass: false }
  return { failure: failed('model_unavailable', `the model server cannot be reached: ${error.message}`), mayPass: true }
}
