/** Permits for requests of pages to their host. Each host has one clock for all jobs, calls and workers. */
import type { HostSign } from './host-sign.ts'

/** User of a host: a job or a call of a tenant. */
export interface HostUser {
  tenant: string
  /** Id of the job or the request. */
  work: string
  /**
   * Requests of others wait for this request while they are in flight, for example for robots.txt. It may exceed the
   * limit of requests in flight; otherwise it and the requests that wait for it would block each other. @default false
   */
  goesFirst?: boolean
}

/** A request to the host that is in progress. */
export interface HostPermit {
  /**
   * Reports that the request was cut off and is repeated under the same permit. The repeat is spaced like any start.
   * @returns milliseconds to wait before the repeat; the starts of others are spaced from then on.
   */
  repeat(): number
  /** The request has ended. Further calls have no effect. @param sign what the request shows about the host. */
  end(sign: HostSign): void
}

/** The place of a user at one host. */
export interface HostSeat {
  /**
   * Acquires a permit if one is free and no other user comes first; the request must start at once.
   * @returns null when it has to wait; `onFree` of the seat is called as soon as a permit may be free.
   */
  tryStart(): HostPermit | null
  /** The user needs no permit at present. */
  withdraw(): void
  /** Milliseconds until the host may be asked again after it has requested a pause; 0: it has not. */
  pauseLeftMs(): number
  /**
   * Sets the crawl-delay that robots.txt of an origin of the host requests. The latest reading counts; of several
   * origins, the longest delay.
   * @param delayMs milliseconds; 0: none.
   */
  bindCrawlDelay(origin: string, delayMs: number): void
  /** Gives up the place. Permits that were acquired end separately. */
  leave(): void
}

/** Provides permits for hosts. */
export interface HostSeats {
  /**
   * @param host host name with its port, as in URLs.
   * @param onFree called when a waiting seat may try again; it may try within the call.
   */
  join(host: string, user: HostUser, onFree: () => void): HostSeat
}

/** A slot of the process that a caller gives back while it waits. */
export interface ReturnableSlot {
  /** True while it is given back and not taken again. */
  readonly isGivenBack: boolean
  giveBack(): void
  /**
   * Takes it again; immediately when it was not given back.
   * @param waitMaxMs longest wait for it, milliseconds.
   * @throws NoSlotError when no slot is free in time; the reason of `signal`.
   */
  takeAgain(waitMaxMs: number, signal: AbortSignal): Promise<void>
}
