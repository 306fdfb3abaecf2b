/** The places for running jobs of all keys that this process starts jobs for. */
import { KeyPlaces } from './key-places.ts'
import type { RunningTickets, TicketHolder } from './running-tickets.ts'
import { StaleTickets, type RunningStates } from './stale-tickets.ts'

export interface PlacesOfKeysPorts {
  tickets: RunningTickets
  engine: RunningStates
}

export class PlacesOfKeys {
  readonly #ports: PlacesOfKeysPorts
  readonly #places = new Map<string, KeyPlaces>()

  constructor(ports: PlacesOfKeysPorts) {
    this.#ports = ports
  }

  /** Returns the places of a key, which are always the same ones. */
  of({ tenant, keyId }: TicketHolder): KeyPlaces {
    const name = `${tenant}/${keyId}`
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const { tickets, engine } = this.#ports
    const places = new KeyPlaces({ holder: { tenant, keyId }, tickets, stale: new StaleTickets(engine) })
    this.#places.set(name, places)
    return places
  }
}
