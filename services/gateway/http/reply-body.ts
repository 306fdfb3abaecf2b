/**
 * Builds the response body from a worker's answer without parsing it: the envelope around the content is replaced by
 * the fields that only the gateway knows.
 */

/** Fields that the gateway adds to a result; `url` replaces the worker's own. */
export interface OwnFields {
  request_id: string
  /** The URL as the caller wrote it; when absent, the worker's URL is removed. */
  url?: string
  tag?: string | string[] | null
}

export interface BodyFacts {
  own: OwnFields
  /** The URL given to the worker, which it repeats in the result; null when it was given none. */
  workerUrl: string | null
}

/** The number of bytes dropped at the start of the worker's answer, and the text inserted instead. */
interface Opening {
  drop: number
  insert: string
}

const harStart = '{"kind":"har","har":'
const resultStart = '{"kind":"result","result":{'

/** Formats members of an object, each followed by a comma. */
const members = (fields: Partial<OwnFields>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('')

const opens = (head: Buffer, start: string): boolean => {
  const bytes = Buffer.from(start)
  return head.subarray(0, bytes.length).equals(bytes)
}

/** Recognises the start of an answer; null for an unknown one. */
function openingOf(head: Buffer, { own, workerUrl }: BodyFacts): Opening | null {
  if (opens(head, harStart)) return { drop: harStart.length, insert: '' }
  const withUrl = workerUrl === null ? resultStart : `${resultStart}${members({ url: workerUrl })}`
  return opens(head, withUrl) ? { drop: Buffer.byteLength(withUrl), insert: `{${members(own)}` } : null
}

/** Yields everything except the last byte, which closes the object around the content. */
async function* withoutLastByte(chunks: AsyncIterable<Buffer>, drop: number): AsyncGenerator<Buffer, void> {
  let left = drop
  let held: Buffer | null = null
  for await (const chunk of chunks) {
    const kept = chunk.subarray(Math.min(left, chunk.length))
    left -= chunk.length - kept.length
    if (kept.length === 0) continue
    if (held !== null) yield held
    held = kept
  }
  if (held?.at(-1) !== 0x7d) throw new Error('a worker ended its answer too early')
  yield held.subarray(0, -1)
}

async function* spliced(chunks: AsyncIterable<Buffer>, { drop, insert }: Opening): AsyncGenerator<Buffer, void> {
  if (insert !== '') yield Buffer.from(insert)
  yield* withoutLastByte(chunks, drop)
}

/**
 * Parses an answer.
 * @returns the HAR, or the result with the fields of the gateway.
 * @throws an error when the answer is neither.
 */
export function parsedResult(text: string, own: OwnFields): object {
  const reply = JSON.parse(text) as { kind: string; har?: object; result?: { url?: unknown } }
  if (reply.kind === 'har') return reply.har ?? {}
  if (reply.kind !== 'result') throw new Error('a worker answered with neither a result nor a HAR')
  const { url: _url, ...result } = reply.result ?? {}
  return { ...result, ...own }
}

/** The parts of a worker's answer that are needed here. */
export interface ReadableAnswer {
  head: Buffer
  /** Length of the whole answer; null when unknown. */
  bytes: number | null
  chunks(): AsyncIterable<Buffer>
  text(): Promise<string>
}

export interface ReplyBody {
  /** Null when unknown. */
  bytes: number | null
  chunks: AsyncIterable<Buffer>
}

/**
 * Returns the body for the caller. A HAR is passed through unchanged.
 * @throws an error when the form of the answer is unknown; its chunks throw when the answer ends early.
 */
export async function replyBody(answer: ReadableAnswer, facts: BodyFacts): Promise<ReplyBody> {
  const opening = openingOf(answer.head, facts)
  if (opening === null) {
    const body = Buffer.from(JSON.stringify(parsedResult(await answer.text(), facts.own)))
    return { bytes: body.length, chunks: only(body) }
  }
  const { drop, insert } = opening
  const bytes = answer.bytes === null ? null : answer.bytes - drop - 1 + Buffer.byteLength(insert)
  return { bytes, chunks: spliced(answer.chunks(), opening) }
}

// oxlint-disable-next-line typescript/require-await -- must be an async iterable like streamed answers.
async function* only(body: Buffer): AsyncGenerator<Buffer, void> {
  yield body
}
