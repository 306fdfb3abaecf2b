/** What the hostile lab and its worker process send each other. Types only. */

export interface HostileAnswer {
  id: number
  success: boolean
  /** `result`, `rendered`, `problem`. */
  kind: string
  /** Of a capture, written as JSON; of a render, characters of its document. */
  bytes: number
  attempts: { outcome: string; code: string | null; requests: number }[]
}

export interface HostileOrder {
  id: number
  /** `picture` = rendered, with a screenshot of all of it. */
  kind: 'capture' | 'render' | 'picture'
  url: string
  timeoutMs: number
  waitMs: number
  budgetMs: number
}
