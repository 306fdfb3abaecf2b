/**
 * Mutual TLS between services: every service shows a certificate, and accepts only certificates of one authority. The
 * files are read again when they change, so that certificates can be renewed without a restart.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { workerCallLimits } from '../config/browser-limits.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { Logger } from '../observability/logger.ts'

const settings = {
  ca: 'SEINE_WORKER_TLS_CA_FILE',
  cert: 'SEINE_WORKER_TLS_CERT_FILE',
  key: 'SEINE_WORKER_TLS_KEY_FILE',
} as const

export type WorkerTlsConfig = Pick<Config, (typeof settings)[keyof typeof settings]>

/** PEM texts, as Node's TLS functions take them. */
export interface TlsFiles {
  /** Certificates of the authority. */
  ca: string
  /** Own certificate, with the intermediate ones. */
  cert: string
  /** Its private key. */
  key: string
}

/** A certificate in a PEM file (RFC 7468), or the beginning of one that is cut off. */
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g

/** Reads the files. @throws ConfigError naming the setting and the file, or that they do not belong together. */
function readFiles(config: WorkerTlsConfig): TlsFiles {
  const read = (part: keyof typeof settings): string => {
    const [name, path] = [settings[part], config[settings[part]]]
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      throw new ConfigError(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`)
    }
  }
  const files: TlsFiles = { ca: read('ca'), cert: read('cert'), key: read('key') }
  for (const part of ['ca', 'cert', 'key'] as const) {
    // OpenSSL takes an empty text for none.
    if (files[part].trim() === '') throw new ConfigError(`${settings[part]}: ${config[settings[part]]} is empty`)
  }
  try {
    // OpenSSL skips what it cannot read in the list of authorities.
    const authorities = (files.ca.match(pemCertificate) ?? []).map((pem) => new X509Certificate(pem))
    if (authorities.length === 0) throw new Error(`${settings.ca} has no certificate`)
    createSecureContext(files)
  } catch (error) {
    const { cert, key, ca } = settings
    throw new ConfigError(`${cert}, ${key} and ${ca} cannot be used: ${(error as Error).message}`)
  }
  return files
}

/** Certificates of this service for calls between services. */
export class WorkerTls {
  readonly #config: WorkerTlsConfig
  readonly #logger: Logger
  readonly #listeners = new Set<(files: TlsFiles) => void>()
  readonly #timer: NodeJS.Timeout
  #files: TlsFiles
  /** Message of the last failed reading, so that it is logged once. */
  #problem = ''

  private constructor(config: WorkerTlsConfig, logger: Logger) {
    this.#config = config
    this.#logger = logger
    this.#files = readFiles(config)
    this.#timer = setInterval(() => this.refresh(), workerCallLimits.certificateCheckMs)
    this.#timer.unref()
  }

  /**
   * Opens the files of the settings.
   * @returns null when none of the settings is given: calls are not encrypted.
   * @throws ConfigError when only some are given, a file cannot be read, or they do not belong together.
   */
  static open(config: WorkerTlsConfig, logger: Logger): WorkerTls | null {
    const missing = Object.values(settings).filter((name) => config[name] === '')
    if (missing.length === Object.keys(settings).length) return null
    if (missing.length > 0)
      throw new ConfigError(`${Object.values(settings).join(', ')} go together: ${missing.join(', ')} is empty`)
    return new WorkerTls(config, logger)
  }

  /** The certificates that apply now. */
  get files(): TlsFiles {
    return this.#files
  }

  /** Calls a function whenever the certificates have changed. */
  onChange(listener: (files: TlsFiles) => void): void {
    this.#listeners.add(listener)
  }

  /** Reads the files again. Those that cannot be used, as in the middle of a renewal, leave the earlier ones in place. */
  refresh(): void {
    try {
      const files = readFiles(this.#config)
      this.#problem = ''
      const { ca, cert, key } = this.#files
      if (files.ca === ca && files.cert === cert && files.key === key) return
      this.#files = files
      for (const listener of this.#listeners) listener(files)
      this.#logger.info('certificates for calls between services were renewed')
    } catch (error) {
      const { message } = error as Error
      if (message !== this.#problem)
        this.#logger.error({ err: error }, 'certificates not renewed; those read earlier stay valid')
      this.#problem = message
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
