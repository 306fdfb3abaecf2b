/**
 * Where workers are. A host name stands for all its addresses, so that behind a headless
 * Kubernetes service every pod is an endpoint of its own.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { workerCallLimits } from '../config/browser-limits.ts'

/** One worker. */
export interface WorkerEndpoint {
  /** Tells endpoints apart: base URL and address. */
  key: string
  /** As configured, without a slash at its end. */
  base: string
  /** Literal address to dial. */
  address: string
}

/** The settings that name workers. */
export type WorkerSetting = 'SEINE_BROWSER_WORKERS' | 'SEINE_SCRAPE_WORKERS'

/** Thrown when the setting does not make a list of base URLs. */
export class WorkerUrlError extends Error {
  override readonly name = 'WorkerUrlError'
}

/**
 * Reads a setting that names workers.
 * @param name of the setting, for what is wrong with it.
 * @param setting base URLs, comma separated; empty = none.
 * @throws WorkerUrlError
 */
export function readWorkerUrls(name: WorkerSetting, setting: string): URL[] {
  const texts = setting
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return texts.map((text) => {
    const url = URL.parse(text)
    const usable = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
    if (!usable) throw new WorkerUrlError(`${name}: ${JSON.stringify(text)} is no http(s) base URL`)
    return url
  })
}

/** The host of a URL as a resolver takes it. */
const bareHostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** All addresses of a name. */
export type AddressLookup = (name: string) => Promise<string[]>

const systemLookup: AddressLookup = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

/** The endpoints, looked up anew once they are too old. */
export class WorkerEndpoints {
  readonly #urls: readonly URL[]
  readonly #lookup: AddressLookup
  #found: Promise<WorkerEndpoint[]> | null = null
  #foundAtMs = 0
  /** Last addresses of each name, for while its name server does not answer. */
  readonly #addresses = new Map<string, string[]>()

  constructor(urls: readonly URL[], find: AddressLookup = systemLookup) {
    this.#urls = urls
    this.#lookup = find
  }

  /** False when there can never be any. */
  get configured(): boolean {
    return this.#urls.length > 0
  }

  /** Every endpoint that is known; never rejects. */
  async read(): Promise<WorkerEndpoint[]> {
    if (this.#found === null || performance.now() - this.#foundAtMs >= workerCallLimits.endpointsTtlMs) {
      this.#foundAtMs = performance.now()
      this.#found = this.#find()
    }
    return await this.#found
  }

  async #find(): Promise<WorkerEndpoint[]> {
    const perUrl = await Promise.all(this.#urls.map(async (url) => await this.#endpointsOf(url)))
    return [...new Map(perUrl.flat().map((endpoint) => [endpoint.key, endpoint])).values()]
  }

  async #endpointsOf(url: URL): Promise<WorkerEndpoint[]> {
    const base = url.href.replace(/\/+$/, '')
    const host = bareHostOf(url)
    const addresses = isIP(host) === 0 ? await this.#addressesOf(host) : [host]
    return addresses.map((address) => ({ key: `${base} ${address}`, base, address }))
  }

  /** As the name server says, or, when it does not say so in time, as it said last. */
  async #addressesOf(name: string): Promise<string[]> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, workerCallLimits.lookupTimeoutMs)
    })
    const found = this.#lookup(name).then(
      (addresses) => void this.#addresses.set(name, addresses),
      () => {},
    )
    await Promise.race([found, late])
    clearTimeout(timer)
    return this.#addresses.get(name) ?? []
  }
}
