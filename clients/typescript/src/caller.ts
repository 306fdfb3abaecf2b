/** Calls operations by name: fills their paths, bodies and headers, reads their answers. */
import { filledPath, operations, queryText, type Operation, type QueryValue, type Repeat } from './operations.ts'
import type { EntryOf, OperationName, QueryOf, ReplyOf, RequestBody } from './operation-types.ts'
import { clientLimits } from './limits.ts'
import { ListCall, type ListReply } from './list-call.ts'
import { readJson, Transport, type CallOptions, type ClientOptions, type OpenAnswer } from './transport.ts'

/** Inputs of an operation. */
export interface OperationInput<Name extends OperationName> {
  /** Parameters of the path, in its order. */
  params?: readonly (string | number)[]
  query?: QueryOf<Name> | undefined
  body?: RequestBody<Name>
  headers?: Readonly<Record<string, string>>
}

type ListReplyOf<Name extends OperationName> = ReplyOf<Name> & ListReply<EntryOf<Name>>

/** A call for a list. */
export type List<Name extends OperationName> = ListCall<EntryOf<Name>, ListReplyOf<Name>>

/** A random key of 32 characters. `crypto.randomUUID` is missing in pages that were not loaded over TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function headersOf({ keyed }: Operation, { idempotencyKey, ifMatch }: CallOptions): Record<string, string> {
  return {
    ...(keyed === true || idempotencyKey !== undefined ? { 'idempotency-key': idempotencyKey ?? randomKey() } : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch }),
  }
}

/** When a request without an idempotency key is repeated, by its method; others after 429 alone. */
const repeats: Readonly<Record<string, Repeat>> = { GET: 'always', HEAD: 'always', PUT: 'refused', DELETE: 'refused' }

/** What the methods of a client are built on. */
export class Caller {
  readonly #transport: Transport

  /** @throws TypeError when the address of the service is missing or no URL, or the key cannot be sent. */
  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options)
  }

  /** Address of the service, without a slash at its end. */
  get baseUrl(): string {
    return this.#transport.baseUrl
  }

  /**
   * Calls an operation and hands its answer to a reader.
   * @throws ApiError, ConnectionError, TimeoutError, or the reason of the signal.
   */
  protected send<Name extends OperationName, Value>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions,
    read: (answer: OpenAnswer) => Promise<Value>,
  ): Promise<Value> {
    const operation: Operation = operations[name]
    const { params = [], query = {}, body } = input
    const request = {
      method: operation.method,
      path: filledPath(operation.path, params) + queryText(query),
      repeat: operation.repeat,
      timeoutMs: this.#transport.timeoutMs(operation.slow ?? false),
      headers: { ...headersOf(operation, options), ...input.headers },
      ...(operation.alsoAnswers === undefined ? {} : { alsoAnswers: operation.alsoAnswers }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return this.#transport.send(request, options, read)
  }

  /** Calls an operation that answers JSON. */
  protected async call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ): Promise<ReplyOf<Name>> {
    return (await this.send(name, input, options, readJson)) as ReplyOf<Name>
  }

  /** Calls an operation that answers a list. */
  protected list<Name extends OperationName>(
    name: Name,
    params: readonly (string | number)[],
    query: QueryOf<Name> & { cursor?: string; limit?: number },
    options: CallOptions & { follow?: boolean } = {},
  ): List<Name> {
    const read = (cursor: string | undefined) =>
      this.call(name, { params, query: { ...query, cursor } }, options) as Promise<ListReplyOf<Name>>
    return new ListCall(read, {
      cursor: query.cursor,
      follow: options.follow ?? true,
      replyMax: query.limit ?? clientLimits.pagesDefault,
      signal: options.signal,
    })
  }

  /**
   * Sends any request to the service, with the key, the time limits, the retries and the errors of the client.
   * @param path below the address of the service: `/jobs`.
   * @param request the body is sent as JSON. With an idempotency key, and for GET and HEAD, it is repeated after every
   * fault that can pass; PUT and DELETE after 429 and 503; others after 429 alone.
   * @returns the JSON of the answer.
   */
  async request(
    method: string,
    path: string,
    { query = {}, body }: { query?: Readonly<Record<string, QueryValue>>; body?: unknown } = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const request = {
      method,
      path: path + queryText(query),
      repeat: options.idempotencyKey === undefined ? (repeats[method] ?? 'limited') : 'always',
      timeoutMs: this.#transport.timeoutMs(false),
      headers: headersOf({ method: 'POST', path, repeat: 'limited' }, options),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    } as const
    return await this.#transport.send(request, options, readJson)
  }
}
