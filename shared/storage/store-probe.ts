/**
 * Checks whether a store keeps the promises on which jobs depend: first writes with `If-None-Match: *` (RFC 9110,
 * section 13.1.2), and reads and listings that immediately show what was written. It uses keys of its own, which are
 * deleted afterwards.
 */
import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3'
import { storeLimits } from '../config/limits.ts'
import { probesPrefix } from './object-keys.ts'
import { createS3Client, timeoutsOf, type StoreConfig } from './s3-client.ts'
import { StoreUnavailableError } from './store-errors.ts'

/** One promise, and whether it was kept. */
export interface ProbedPromise {
  promise: string
  kept: boolean
  /** What the store did, for operators. */
  seen: string
}

/**
 * Probes a store.
 * @returns every promise; the promises after a broken one are checked too.
 * @throws StoreUnavailableError when the store is unavailable, or refuses the probe for another reason: there is no
 *   verdict.
 */
export async function probeStore(config: StoreConfig): Promise<ProbedPromise[]> {
  const client = createS3Client(config, timeoutsOf(config))
  const probe = new Probe(client, config.SEINE_S3_BUCKET, `${probesPrefix}${randomUUID()}/`)
  try {
    return await probe.run()
  } finally {
    await probe.clear().catch(() => undefined)
    client.destroy()
  }
}

const ok = 200
const missing = 404
/** Statuses of a write that collided with another one, and of one that came second. */
const refusals: ReadonlySet<number> = new Set([409, 412])

class Probe {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #promises: ProbedPromise[] = []

  constructor(client: S3Client, bucket: string, prefix: string) {
    this.#client = client
    this.#bucket = bucket
    this.#prefix = prefix
  }

  async run(): Promise<ProbedPromise[]> {
    const key = `${this.#prefix}one`
    const first = await this.#writeFirst(key, 'first')
    this.#tell('a first write (If-None-Match: *) to a new key succeeds', first === ok, `answered ${first}`)
    await this.#reads('a written object can be read at once', key, 'first')
    const second = await this.#writeFirst(key, 'second')
    this.#tell('a second first write is refused', refusals.has(second), `answered ${second}`)
    await this.#reads('a refused write changes nothing', key, 'first')
    await this.#lists(key)
    await this.#race(`${this.#prefix}raced`)
    const deleted = await this.#delete(key)
    const gone = await this.#read(key)
    this.#tell('a deleted key is gone at once', gone === null, `deletion ${deleted}, then ${shown(gone)}`)
    const again = await this.#writeFirst(key, 'third')
    this.#tell('a deleted key accepts a first write again', again === ok, `answered ${again}`)
    return this.#promises
  }

  /** Deletes the remaining objects of this probe and of earlier ones. */
  async clear(): Promise<void> {
    const { Contents = [] } = await this.#list(probesPrefix)
    const oldestMs = Date.now() - storeLimits.probeKeptMs
    for (const { Key, LastModified } of Contents) {
      if (Key === undefined) continue
      if (Key.startsWith(this.#prefix) || (LastModified?.getTime() ?? Infinity) < oldestMs) await this.#delete(Key)
    }
  }

  #tell(promise: string, kept: boolean, seen: string): void {
    this.#promises.push({ promise, kept, seen })
  }

  async #reads(promise: string, key: string, text: string): Promise<void> {
    const read = await this.#read(key)
    this.#tell(promise, read === text, shown(read))
  }

  async #lists(key: string): Promise<void> {
    const { Contents = [] } = await this.#list(this.#prefix)
    const isListed = Contents.some(({ Key }) => Key === key)
    this.#tell(
      'a written object is listed at once',
      isListed,
      `${Contents.length} keys, ours ${isListed ? '' : 'not '}among them`,
    )
  }

  async #race(key: string): Promise<void> {
    const texts = Array.from({ length: storeLimits.probeWriters }, (_, at) => `writer ${at}`)
    const answers = await Promise.all(texts.map(async (text) => await this.#writeFirst(key, text)))
    const firsts = texts.filter((_, at) => answers[at] === ok)
    const read = await this.#read(key)
    const kept = firsts.length === 0 ? read === null : firsts.length === 1 && read === firsts[0]
    this.#tell(
      'exactly one of several concurrent first writes succeeds',
      kept,
      `answered ${answers.join(', ')}, then ${shown(read)}`,
    )
  }

  async #writeFirst(key: string, text: string): Promise<number> {
    const Body = Buffer.from(text)
    const { status, repeated } = await answerOf('a first write', () =>
      this.#client.send(
        new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body, ContentLength: Body.length, IfNoneMatch: '*' }),
      ),
    )
    if (!repeated || !refusals.has(status)) return status
    // The repeat may have met an earlier try whose answer was lost.
    const standing = await this.#read(key)
    if (standing === null) throw new StoreUnavailableError('object store: a repeated write of the probe is under way')
    return standing === text ? ok : status
  }

  async #read(key: string): Promise<string | null> {
    let text = ''
    const { status } = await answerOf('a read', async () => {
      const answer = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
      text = (await answer.Body?.transformToString()) ?? ''
    })
    if (status === ok) return text
    if (status === missing) return null
    throw new StoreUnavailableError(`object store: a read of the probe was answered ${status}`)
  }

  async #list(prefix: string) {
    return await this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix }))
  }

  async #delete(key: string): Promise<number> {
    const { status } = await answerOf('a deletion', () =>
      this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key })),
    )
    return status
  }
}

const shown = (text: string | null): string => (text === null ? 'nothing is read' : `${JSON.stringify(text)} is read`)

/** An answer about an object. */
interface ProbeAnswer {
  status: number
  /** Whether the client has sent the request more than once. */
  repeated: boolean
}

/** @throws StoreUnavailableError for answers that say nothing about promises. */
async function answerOf(what: string, call: () => Promise<unknown>): Promise<ProbeAnswer> {
  try {
    await call()
    return { status: ok, repeated: false }
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
    const isNoBucket = error instanceof Error && error.name === 'NoSuchBucket'
    // Stores that do not know conditional writes answer 501; other server errors are temporary, as are faults with
    // keys.
    if (isNoBucket || [0, 401, 403, 429].includes(status) || (status >= 500 && status !== 501)) {
      throw new StoreUnavailableError(`object store: ${what} of the probe failed (${String(error)})`, { cause: error })
    }
    const { attempts = 1 } = (error as S3ServiceException).$metadata
    return { status, repeated: attempts > 1 }
  }
}
