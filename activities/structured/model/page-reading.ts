/** Reads one page: asks about each part, merges the answers, and has the result corrected once. */
import { createHash } from 'node:crypto'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { jsonWithin } from '@seine/shared/api/rules/json-size.ts'
import { outputSchemaOf, type Schema } from '@seine/shared/api/output-schema/output-shape.ts'
import { modelLimits } from '@seine/shared/config/model-limits.ts'
import type { ModelSettings } from '@seine/shared/operator-services/model-settings.ts'
import type { SchemaThreads } from '../schemas/schema-threads.ts'
import { jsonCutOff, jsonInAnswer, type FoundJson } from './answer-json.ts'
import type { ModelFailure, ModelOutput, ModelRequest, ModelValueError } from '@seine/shared/pages/model.ts'
import { withoutForcedNulls } from './forced-nulls.ts'
import { splitMarkdown } from './markdown-chunks.ts'
import { mergeValues } from './merge-values.ts'
import { tokensOf, type Bounds, type ModelCalls, type Question, type Reply } from './model-calls.ts'
import {
  againMessages,
  mergeMessages,
  pageMessages,
  repairMessages,
  type Message,
  type PageQuestion,
} from './page-messages.ts'
import { PageTokens } from './page-tokens.ts'
import { SchemaPlaces } from './schema-places.ts'
import { strictSchemaOf, needsWrapper, wrapperName } from './strict-schema.ts'
import { estimateTokens } from './token-estimate.ts'
import { unstatedOnly } from './unstated.ts'

interface Failure {
  code: ModelFailure
  detail: string
}

/** Result of one part. */
type PartOutcome = { values: unknown[] } | { failure: Failure }

/** Abort reason after a final failure: no further question is asked. */
class Stopped extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('no further request is sent to the model')
    this.reply = reply
  }
}

/** Share of the context that is used; the rest is a reserve for errors of the estimate. */
const contextShare = 0.95

/** Dependencies that the readings of all pages share. */
export interface ReadingPorts {
  settings: ModelSettings
  calls: ModelCalls
  threads: Pick<SchemaThreads, 'errors'>
}

export class PageReading {
  readonly #settings: ModelSettings
  readonly #calls: ModelCalls
  readonly #request: ModelRequest
  readonly #bounds: Bounds
  readonly #stop = new AbortController()
  readonly #tokens: PageTokens
  readonly #schema: Schema | null
  readonly #places: SchemaPlaces | null
  readonly #wanted: PageQuestion
  readonly #strict: Question['strict']
  readonly #given: Schema | null
  readonly #threads: ReadingPorts['threads']
  readonly #warnings = new Set<string>()

  constructor({ settings, calls, threads }: ReadingPorts, request: ModelRequest, bounds: Bounds) {
    this.#settings = settings
    this.#calls = calls
    this.#request = request
    this.#bounds = bounds
    this.#tokens = new PageTokens(settings.pageTokens)
    const given = isObject(request.schema) ? request.schema : null
    this.#schema = given === null ? null : outputSchemaOf(given)
    this.#places = this.#schema === null ? null : new SchemaPlaces(this.#schema)
    this.#given = given
    this.#threads = threads
    const strict = this.#schema === null ? null : strictSchemaOf(this.#schema)
    this.#strict = strict === null ? null : { schema: strict, digest: digestOf(strict) }
    this.#wanted = {
      prompt: request.prompt,
      schema: this.#schema === null ? null : JSON.stringify(this.#schema),
      isWrapped: this.#schema !== null && needsWrapper(this.#schema),
    }
  }

  /** Reads the page. @throws the reason of the signal. */
  async read(): Promise<ModelOutput> {
    const facts = this.#facts()
    const tokensMax = this.#tokensForPage(facts)
    if (tokensMax < modelLimits.chunkTokensMin) {
      return this.#failed({
        code: 'token_budget',
        detail: 'schema and prompt leave no room for the page in the context of the model',
      })
    }
    const parts = splitMarkdown(this.#markdown(), tokensMax)
    const outcomes = await this.#readAll(parts, facts)
    const values = outcomes.flatMap((outcome) => ('values' in outcome ? outcome.values : []))
    const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []))
    if (values.length === 0) {
      return this.#failed(failures[0] ?? { code: 'model_bad_output', detail: 'the model returned no answer' })
    }
    if (failures.length > 0) {
      const codes = [...new Set(failures.map(({ code }) => code))].join(', ')
      this.#warnings.add(`the model has not read ${failures.length} of the page's ${parts.length} parts (${codes})`)
    }
    const raw = await this.#together(values)
    const { value, errors } = await this.#putRight(raw, parts.length === 1 ? (parts[0] ?? '') : null)
    const { usage } = this.#tokens
    return { kind: 'value', value, usage, chunks: parts.length, errors, warnings: [...this.#warnings] }
  }

  #failed({ code, detail }: Failure): ModelOutput {
    return { kind: 'failed', code, detail, usage: this.#tokens.usage }
  }

  /** Returns the Markdown of the page, cut to the maximum length that could be read at all. */
  #markdown(): string {
    const { markdown } = this.#request
    const most = this.#settings.pageTokens * modelLimits.charactersPerToken
    if (markdown.length <= most) return markdown
    this.#warnings.add(`the model has not read the page beyond ${most} characters (token_budget)`)
    return markdown.slice(0, most).toWellFormed()
  }

  /** Returns the facts that the page states, as JSON; null when they are too long for a hint. */
  #facts(): string | null {
    const { facts } = this.#request
    if (facts === undefined || facts === null) return null
    const text = jsonWithin(facts, modelLimits.factsMaxBytes)
    if (text === null) return null
    const share = (this.#tokensForPage(text) - this.#tokensForPage(null)) * -1
    return share > this.#tokensForPage(null) * modelLimits.factsShare ? null : text
  }

  /** Returns the number of tokens that are left for the text of a page in one question. */
  #tokensForPage(facts: string | null): number {
    const { contextTokens, outputTokens, pageTokens } = this.#settings
    const promptTokens = tokensOf(this.#messages('', facts, 1, 2, []))
    return Math.min(Math.floor(contextTokens * contextShare) - outputTokens, pageTokens) - promptTokens
  }

  #messages(text: string, facts: string | null, part: number, parts: number, fields: readonly string[]): Message[] {
    const { url, title } = this.#request
    return pageMessages(this.#wanted, { url, title, facts, text, part, parts, fields })
  }

  /** Reads all parts. Without a schema, the answer to the first part determines the fields. */
  async #readAll(parts: readonly string[], facts: string | null): Promise<PartOutcome[]> {
    const read = async (text: string, index: number, fields: readonly string[]): Promise<PartOutcome> =>
      this.#readPart(
        this.#messages(text, index === 0 ? facts : null, index + 1, parts.length, fields),
        text,
        0,
        (half) => this.#messages(half, null, index + 1, Math.max(2, parts.length), fields),
      )
    if (this.#schema !== null) return Promise.all(parts.map(async (text, index) => read(text, index, [])))
    const first = await read(parts[0] ?? '', 0, [])
    const known = 'values' in first && isObject(first.values[0]) ? Object.keys(first.values[0]) : []
    const fields = known.filter((name) => name.length <= fieldNameMaxCharacters).slice(0, fieldsMax)
    return [first, ...(await Promise.all(parts.slice(1).map(async (text, index) => read(text, index + 1, fields))))]
  }

  /** Asks a question. After a final failure, all other questions, whether asked yet or not, fail in the same way. */
  async #ask(messages: readonly Message[]): Promise<Reply> {
    const signal = AbortSignal.any([this.#bounds.signal, this.#stop.signal])
    const { deadlineMs } = this.#bounds
    let reply: Reply
    try {
      signal.throwIfAborted()
      reply = await this.#calls.ask({ messages, strict: this.#strict }, this.#tokens, { deadlineMs, signal })
    } catch (error) {
      this.#bounds.signal.throwIfAborted()
      if (error instanceof Stopped) return error.reply
      throw error
    }
    if (reply.kind === 'failed' && reply.isFinal) this.#stop.abort(new Stopped(reply))
    if (reply.kind === 'text' && reply.isPromptCut) {
      this.#warnings.add(
        'the model server counts far fewer tokens than were sent: it may cut prompts to a smaller context',
      )
    }
    return reply
  }

  async #readPart(
    messages: readonly Message[],
    text: string,
    halvings: number,
    messagesOf: (half: string) => Message[],
  ): Promise<PartOutcome> {
    const reply = await this.#ask(messages)
    if (reply.kind === 'failed') return { failure: reply }
    if (reply.kind === 'too_long' || reply.isCutOff) {
      const halves = halvings < modelLimits.halvingsMax ? halvesOf(text) : []
      if (halves.length > 1) {
        const outcomes = await Promise.all(
          halves.map(async (half) => this.#readPart(messagesOf(half), half, halvings + 1, messagesOf)),
        )
        const values = outcomes.flatMap((outcome) => ('values' in outcome ? outcome.values : []))
        const lost = outcomes.find((outcome) => 'failure' in outcome)
        if (values.length === 0 && lost !== undefined) return lost
        if (lost !== undefined)
          this.#warnings.add(`a piece of the page was not read by the model (${lost.failure.code})`)
        return { values }
      }
      if (reply.kind === 'too_long') {
        return { failure: { code: 'token_budget', detail: 'the model server says that the question is too long' } }
      }
    }
    return this.#valueIn(messages, reply)
  }

  async #valueIn(messages: readonly Message[], reply: Extract<Reply, { kind: 'text' }>): Promise<PartOutcome> {
    if (reply.isCutOff) {
      const whole = jsonCutOff(reply.text)
      if (whole === null) return { failure: { code: 'model_bad_output', detail: 'the answer was cut off' } }
      this.#warnings.add('an answer of the model was cut off at its maximum length; the incomplete part is left out')
      return { values: [this.#unwrapped(whole)] }
    }
    const found = jsonInAnswer(reply.text)
    if (found !== null) return { values: [this.#unwrapped(found)] }
    const again = await this.#ask(againMessages(messages, reply.text.slice(0, answerShownMaxCharacters)))
    const second = again.kind === 'text' && !again.isCutOff ? jsonInAnswer(again.text) : null
    if (second !== null) return { values: [this.#unwrapped(second)] }
    if (again.kind === 'failed' && again.isFinal) return { failure: again }
    return { failure: { code: 'model_bad_output', detail: 'the answer has no JSON in it' } }
  }

  #unwrapped({ value }: FoundJson): unknown {
    const isWrapper = this.#wanted.isWrapped && isObject(value) && Object.keys(value).join() === wrapperName
    return isWrapper ? value[wrapperName] : value
  }

  /** Merges the values of the parts; without a schema the model is asked to merge them. */
  async #together(values: readonly unknown[]): Promise<unknown> {
    const merged = mergeValues(values, this.#places)
    if (values.length === 1 || this.#schema !== null) return merged
    const messages = mergeMessages(
      this.#wanted,
      values.map((value) => JSON.stringify(value)),
    )
    if (!this.#fits(messages)) return merged
    const reply = await this.#ask(messages)
    const found = reply.kind === 'text' && !reply.isCutOff ? jsonInAnswer(reply.text) : null
    return found !== null && isObject(found.value) ? found.value : merged
  }

  #fits(messages: readonly Message[]): boolean {
    const { contextTokens, outputTokens } = this.#settings
    return tokensOf(messages) <= contextTokens * contextShare - outputTokens
  }

  /** Asks the model once to correct a value that breaks the schema, and keeps the better of the two. */
  async #putRight(raw: unknown, text: string | null): Promise<{ value: unknown; errors: ModelValueError[] }> {
    const first = await this.#checked(raw)
    if (first.errors.length === 0 || unstatedOnly(first.errors, raw)) return first
    const shown = JSON.stringify(first.value ?? null)
    const messages = [text, null]
      .map((page) => repairMessages(this.#wanted, shown, first.errors, page))
      .find((each) => this.#fits(each))
    if (messages === undefined) {
      this.#warnings.add('the value does not keep to the schema and is too long to be corrected by the model')
      return first
    }
    const reply = await this.#ask(messages)
    const found = reply.kind === 'text' && !reply.isCutOff ? jsonInAnswer(reply.text) : null
    if (found === null) return first
    const second = await this.#checked(this.#unwrapped(found))
    return second.errors.length < first.errors.length ? second : first
  }

  async #checked(raw: unknown): Promise<{ value: unknown; errors: ModelValueError[] }> {
    const value = this.#places === null ? raw : withoutForcedNulls(raw, this.#places)
    return { value, errors: await this.#errorsOf(value) }
  }

  /** Checks a value on a thread, because this process has to send heartbeats meanwhile. */
  async #errorsOf(value: unknown): Promise<ModelValueError[]> {
    if (this.#given === null) return []
    try {
      return await this.#threads.errors(this.#given, value, this.#request.tenant)
    } catch {
      // The value could not be checked, so it is not reported as valid.
      return [
        { pointer: '', message: 'cannot be checked: validating it against the schema takes too much time or memory' },
      ]
    }
  }
}

const fieldsMax = 50
const fieldNameMaxCharacters = 80
const answerShownMaxCharacters = 2_000

const digestOf = (schema: Schema): string => createHash('sha256').update(JSON.stringify(schema)).digest('base64')

/** Cuts a text in two when it is long enough. */
function halvesOf(text: string): string[] {
  const tokens = estimateTokens(text)
  return tokens < modelLimits.chunkTokensMin * 2 ? [] : splitMarkdown(text, Math.ceil(tokens * halfShare))
}
/**
 * Maximum share of a part that one half may have: the second half repeats the end and the headings of the first.
 */
const halfShare = 0.7
