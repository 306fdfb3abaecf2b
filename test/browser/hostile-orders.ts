/** Messages between the hostile lab and its worker process. Types only. */

export interface HostileAnswer {
  id: number
  success: boolean
  /** `result`, `rendered` or `problem`. */
  kind: string
  /** For a capture, its size as JSON; for a render, the characters of its document. */
  bytes: number
  attempts: { outcome: string; code: string | null; requests: number }[]
}

export interface HostileOrder {
  id: number
  /** `picture` is a render with a full-page screenshot. */
  kind: 'capture' | 'render' | 'picture'
  url: string
  timeoutMs: number
  waitMs: number
  budgetMs: number
}
