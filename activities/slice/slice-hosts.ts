/**
 * The hosts of a slice: the request limits of the job for each host, and the job's seat among all users of the host.
 */
import type { HostSeat, HostSeats, HostUser } from '@seine/shared/pages/host-seats.ts'
import { openSeat } from '../hosts/open-seat.ts'
import { HostPacer } from '../hosts/host-pacer.ts'
import type { HostReport, HostShare } from '@seine/shared/pages/slice-shapes.ts'

export class SliceHosts {
  readonly #pacers: ReadonlyMap<string, HostPacer>
  /** Empty until `join` is called. */
  readonly #seats = new Map<string, HostSeat>()

  /** @param shares the job's share of each host; each host appears once. */
  constructor(shares: readonly HostShare[]) {
    this.#pacers = new Map(shares.map((share) => [share.host, new HostPacer(share)]))
  }

  /**
   * Takes a seat at every host.
   * @param seats provides the seats; null when hosts are not shared.
   * @param onFree called when a host that was busy may have a permit.
   */
  join(seats: HostSeats | null, user: HostUser, onFree: () => void): void {
    for (const host of this.#pacers.keys()) this.#seats.set(host, seats?.join(host, user, onFree) ?? openSeat)
  }

  /** Gives up the seats. */
  leave(): void {
    for (const seat of this.#seats.values()) seat.leave()
  }

  /** @throws Error for a host for which the slice has no share. */
  at(host: string): { pacer: HostPacer; seat: HostSeat } {
    const pacer = this.#pacers.get(host)
    if (pacer === undefined) throw new Error(`the slice has no share of ${host}`)
    return { pacer, seat: this.#seats.get(host) ?? openSeat }
  }

  /** Returns how long the host must not be requested because it asked for a pause, milliseconds; 0 when it did not. */
  pauseLeftMs(host: string): number {
    return this.#seats.get(host)?.pauseLeftMs() ?? 0
  }

  /**
   * Applies a crawl-delay to a host.
   * @param url its host may have no share in the slice when a redirect leads elsewhere.
   * @param delayMs crawl-delay of its origin, milliseconds; 0 if none exists, null when not known.
   */
  bindCrawlDelay({ host, origin }: URL, delayMs: number | null): void {
    if (delayMs === null) return
    this.#pacers.get(host)?.bindCrawlDelay(delayMs === 0 ? null : delayMs)
    this.#seats.get(host)?.bindCrawlDelay(origin, delayMs)
  }

  /**
   * Returns what the slice has observed of its hosts. Observations of other users of a host count as well: a host is
   * not requested until its pause is over.
   * @param nowMs time on the clock of the pacers, milliseconds.
   */
  reports(nowMs: number): HostReport[] {
    return [...this.#pacers].map(([host, pacer]) => {
      const report = pacer.report(nowMs)
      const pauseLeftMs = Math.ceil(this.pauseLeftMs(host))
      return pauseLeftMs === 0 ? report : { ...report, restMs: pauseLeftMs }
    })
  }
}
