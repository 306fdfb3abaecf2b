/** The hosts of a slice: what the job may ask of each of them, and its place among all that use it. */
import type { HostSeat, HostSeats, HostUser } from '@seine/shared/pages/host-seats.ts'
import { openSeat } from '../hosts/open-seat.ts'
import { HostPacer } from '../hosts/host-pacer.ts'
import type { HostReport, HostShare } from '@seine/shared/pages/slice-shapes.ts'

export class SliceHosts {
  readonly #pacers: ReadonlyMap<string, HostPacer>
  /** Empty until `join`. */
  readonly #seats = new Map<string, HostSeat>()

  /** @param shares what the job may ask of each host, each host once. */
  constructor(shares: readonly HostShare[]) {
    this.#pacers = new Map(shares.map((share) => [share.host, new HostPacer(share)]))
  }

  /**
   * Takes a place at every host.
   * @param seats where they are had; null = hosts are not shared.
   * @param onTurn called when a host that was busy may have a turn.
   */
  join(seats: HostSeats | null, user: HostUser, onTurn: () => void): void {
    for (const host of this.#pacers.keys()) this.#seats.set(host, seats?.join(host, user, onTurn) ?? openSeat)
  }

  /** Gives the places up. */
  leave(): void {
    for (const seat of this.#seats.values()) seat.leave()
  }

  /** @throws Error for a host that the slice has no share of. */
  at(host: string): { pacer: HostPacer; seat: HostSeat } {
    const pacer = this.#pacers.get(host)
    if (pacer === undefined) throw new Error(`the slice has no share of ${host}`)
    return { pacer, seat: this.#seats.get(host) ?? openSeat }
  }

  /** Milliseconds until the host may be asked again because it has asked for rest; 0 = it has not. */
  restMs(host: string): number {
    return this.#seats.get(host)?.restMs() ?? 0
  }

  /**
   * @param url its host may be one that the slice has no share of, where a redirect leads elsewhere.
   * @param delayMs of its origin, milliseconds; 0 = none, null = not known.
   */
  bindCrawlDelay({ host, origin }: URL, delayMs: number | null): void {
    if (delayMs === null) return
    this.#pacers.get(host)?.bindCrawlDelay(delayMs === 0 ? null : delayMs)
    this.#seats.get(host)?.bindCrawlDelay(origin, delayMs)
  }

  /**
   * What the slice has seen of its hosts. What others have learned of them counts as well: a host is left alone
   * until its rest is over.
   * @param nowMs clock of the pacers.
   */
  reports(nowMs: number): HostReport[] {
    return [...this.#pacers].map(([host, pacer]) => {
      const report = pacer.report(nowMs)
      const restMs = Math.ceil(this.restMs(host))
      return restMs === 0 ? report : { ...report, restMs }
    })
  }
}
