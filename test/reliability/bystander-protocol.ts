/** Messages between the bystander's process and the process that started it. */

/** Kinds of calls that an uninvolved caller makes during an attack. */
export const bystanderProbes = ['healthz', 'status', 'scrape'] as const
export type BystanderProbe = (typeof bystanderProbes)[number]

/** Calls of one kind in one phase. */
export interface ProbeSamples {
  elapsedMs: number[]
  /** Number of answers other than 200, by code. */
  refused: Record<string, number>
}

export type BystanderSamples = Record<BystanderProbe, ProbeSamples>

export type BystanderOrder =
  /** @param paceMs pause between two calls of a kind, milliseconds. */
  | {
      kind: 'begin'
      gateway: string
      key: string
      statusPath: string
      paceMs: Readonly<Record<BystanderProbe, number>>
    }
  /** Answered with the samples. */
  | { kind: 'end' }

export type BystanderReply = { kind: 'ready'; page: string } | { kind: 'samples'; samples: BystanderSamples }
