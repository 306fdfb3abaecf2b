/**
 * Addresses of workers. A host name stands for all its addresses, so that behind a headless Kubernetes service every
 * pod is a separate endpoint.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { workerCallLimits } from '../config/browser-limits.ts'
import { commaList } from '../values/comma-list.ts'

/** One worker. */
export interface WorkerEndpoint {
  /** Unique key: base URL and address. */
  key: string
  /** As configured, without a trailing slash. */
  base: string
  /** IP address to connect to. */
  address: string
}

/** The settings that contain URLs of workers. */
export type WorkerSetting = 'SEINE_BROWSER_WORKERS' | 'SEINE_SCRAPE_WORKERS'

/** Thrown when the setting is not a list of base URLs. */
export class WorkerUrlError extends Error {
  override readonly name = 'WorkerUrlError'
}

/**
 * Parses a setting with URLs of workers.
 * @param name of the setting, for errors.
 * @param setting base URLs, comma separated; empty: none.
 * @param onlyHttps refuses URLs without TLS, because services show certificates to each other. @default false
 * @throws WorkerUrlError when a URL is invalid.
 */
export function readWorkerUrls(name: WorkerSetting, setting: string, onlyHttps = false): URL[] {
  return commaList(setting).map((text) => {
    const url = URL.parse(text)
    const usable = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
    if (!usable) throw new WorkerUrlError(`${name}: ${JSON.stringify(text)} is not an http(s) base URL`)
    if (onlyHttps && url.protocol !== 'https:') {
      throw new WorkerUrlError(
        `${name}: ${JSON.stringify(text)} must begin with https, as SEINE_WORKER_TLS_CERT_FILE is set`,
      )
    }
    return url
  })
}

/** Returns the host of a URL in the form for a resolver. */
const bareHostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Returns all addresses of a name. */
export type AddressLookup = (name: string) => Promise<string[]>

const systemLookup: AddressLookup = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

/** The endpoints; they are resolved again when they are too old. */
export class WorkerEndpoints {
  readonly #urls: readonly URL[]
  readonly #lookup: AddressLookup
  #found: Promise<WorkerEndpoint[]> | null = null
  #foundAtMs = 0
  /** Last addresses of each name, used while its name server does not answer. */
  readonly #addresses = new Map<string, string[]>()

  constructor(urls: readonly URL[], find: AddressLookup = systemLookup) {
    this.#urls = urls
    this.#lookup = find
  }

  /** False when no workers are configured. */
  get configured(): boolean {
    return this.#urls.length > 0
  }

  /** Returns every known endpoint; never rejects. */
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

  /** Returns the addresses from the name server, or the previous ones when it does not answer in time. */
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
