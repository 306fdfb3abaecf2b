/** Counts the running slices of a job by lane and host; finished slices that wait to be merged hold no slot. */
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { Lease } from './state/entry.ts'
import { lanes } from './state/lane-queues.ts'

export class RunningSlices {
  readonly #slices: Record<Lane, number> = { http: 0, browser: 0 }
  readonly #hosts: Readonly<Record<Lane, Map<string, number>>> = { http: new Map(), browser: new Map() }

  /** @param unmerged slices that have finished and wait to be merged. */
  constructor(leases: Iterable<Lease>, unmerged: ReadonlySet<number>) {
    for (const lease of leases) if (!unmerged.has(lease.slice)) this.add(lease)
  }

  add({ lane, hosts }: Pick<Lease, 'lane' | 'hosts'>): void {
    this.#slices[lane] += 1
    for (const host of hosts) this.#hosts[lane].set(host, this.on(host, lane) + 1)
  }

  in(lane: Lane): number {
    return this.#slices[lane]
  }

  on(host: string, lane: Lane): number {
    return this.#hosts[lane].get(host) ?? 0
  }

  onBoth(host: string): number {
    return lanes.reduce((sum, lane) => sum + this.on(host, lane), 0)
  }
}
