/** Shape of `.seine/stack.json`: the addresses, credentials and processes of a local stack. */
export interface StackFile {
  gateway: string
  apiKey: string
  /** host:port of the Temporal frontend. */
  temporal: string
  temporalUi: string | null
  s3: string
  /** URL of the Redis that the processes share; null in a stack without one. */
  redis: string | null
  bucket: string
  webhookSecret: string
  /** URL of the browser worker once it is ready; null before that, and in a stack without Chromium. */
  browserWorker: string | null
  /** Operations ports: `/livez`, `/readyz`, `/metrics`. */
  ops: { gateway: string; scrapeWorker: string; browserWorker: string | null }
  /** Directory with one log file per part. */
  logs: string
  /** File from which the workers read further allowed private targets. */
  egressAllowFile: string
  pids: {
    supervisor: number
    gateway: number | null
    scrapeWorker: number | null
    browserWorker: number | null
    temporal: number | null
    objectStore: number | null
    redis: number | null
  }
}
