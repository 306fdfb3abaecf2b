/** The floors of the house: a room imports only rooms of floors below its own, or itself. */

/** Rooms from the bottom to the top, a floor a line. Rooms of one floor do not import each other. */
export const floors: readonly (readonly string[])[] = [
  ['shared/values', 'clients/typescript'],
  ['shared/config'],
  ['shared/urls', 'shared/observability'],
  ['shared/redis', 'shared/lifecycle', 'shared/selectors', 'shared/egress'],
  ['shared/storage'],
  ['shared/temporal'],
  ['shared/sessions'],
  ['shared/tasks'],
  ['shared/api'],
  ['shared/jobs', 'shared/pages'],
  ['shared/worker-calls', 'shared/operator-services', 'shared/watches', 'shared/firecrawl'],
  ['activities/threads', 'activities/faults'],
  ['activities/html', 'activities/redaction'],
  ['activities/judge'],
  ['activities/content'],
  ['activities/documents'],
  ['activities/structured'],
  ['activities/extract', 'activities/segments', 'activities/hosts', 'activities/wire'],
  ['activities/browser', 'activities/frontier'],
  ['activities/page'],
  ['activities/session'],
  ['activities/slice', 'activities/scrape'],
  ['activities/map', 'activities/serp'],
  ['activities/notify', 'activities/delivery'],
  ['activities/archive', 'activities/retention'],
  ['activities/watches'],
  ['activities'],
  ['workflows'],
  ['services/gateway', 'services/scrape-worker', 'services/browser-worker', 'services/cli'],
  ['tools'],
]

/** Room → its floor, from 0 at the bottom. */
const floorOfRoom = new Map(floors.flatMap((rooms, floor) => rooms.map((room): [string, number] => [room, floor])))

/** The room that a file is in: the longest path of the list that it lies below; null = none. */
export function roomOf(path: string): string | null {
  const parts = path.split('/')
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const room = parts.slice(0, length).join('/')
    if (floorOfRoom.has(room)) return room
  }
  return null
}

/** The floor of a room of the list. */
export const floorOf = (room: string): number => floorOfRoom.get(room)!
