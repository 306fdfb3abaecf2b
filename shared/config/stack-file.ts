/** Shape of `.seine/stack.json`: where the parts of a local stack are and how to reach them. */
export interface StackFile {
  gateway: string
  apiKey: string
  /** host:port of the Temporal frontend. */
  temporal: string
  temporalUi: string | null
  s3: string
  /** URL of the Redis that its processes share; null in a stack without one. */
  redis: string | null
  bucket: string
  webhookSecret: string
  /** URL of the browser worker once it is ready; null before, and in a stack without Chromium. */
  browserWorker: string | null
  /** Operations ports: `/livez`, `/readyz`, `/metrics`. */
  ops: { gateway: string; scrapeWorker: string; browserWorker: string | null }
  /** Directory with one log file a part. */
  logs: string
  /** File the workers read further allowed private targets from. */
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
