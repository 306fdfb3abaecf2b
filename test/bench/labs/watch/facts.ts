/** What is true of a page, and the changes that people make to it. */
import type { Draws } from './draws.ts'

export interface PageFacts {
  priceCents: number
  stock: number
  /** Day of June on which something takes place. */
  eventDay: number
  release: number
  sentence: number
  items: string[]
  guide: number
  /** A cell of a table. */
  metres: number
}

const sentences = [
  'The crane on the north quay lifts up to forty tonnes.',
  'The crane on the north quay lifts up to sixty tonnes.',
  'The crane on the north quay is closed for repair.',
  'Boats are hauled out by appointment with the office.',
  'Boats are hauled out on weekdays without appointment.',
]
const goods = ['ropes', 'sails', 'oars', 'anchors', 'fenders', 'lanterns', 'charts']

/** Returns the facts of a new page. */
export const firstFacts = (no: number): PageFacts => ({
  priceCents: 4_000 + no * 75,
  stock: 20 + no,
  eventDay: 1 + (no % 20),
  release: no,
  sentence: no % sentences.length,
  items: goods.slice(0, 4),
  guide: no,
  metres: 12 + no,
})

const changes: Record<string, (facts: PageFacts, draws: Draws) => Partial<PageFacts>> = {
  price: ({ priceCents }, draws) => ({ priceCents: priceCents + 5 + draws.number(500) }),
  stock: ({ stock }, draws) => ({ stock: stock + 1 + draws.number(9) }),
  event: ({ eventDay }) => ({ eventDay: 1 + (eventDay % 28) }),
  release: ({ release }) => ({ release: release + 1 }),
  sentence: ({ sentence }) => ({ sentence: (sentence + 1) % sentences.length }),
  'item added': ({ items }) => ({ items: [...items, `${goods[items.length % goods.length]!} (${items.length})`] }),
  'item removed': ({ items }) => ({ items: items.length > 1 ? items.slice(1) : goods.slice(0, 4) }),
  'link target': ({ guide }) => ({ guide: guide + 1 }),
  'table cell': ({ metres }) => ({ metres: metres + 1 }),
}

/** Names of the kinds of changes. */
export const changeKinds: readonly string[] = Object.keys(changes)

/** Returns the facts after a change of one kind. */
export const changed = (facts: PageFacts, kind: string, draws: Draws): PageFacts => ({
  ...facts,
  ...changes[kind]!(facts, draws),
})

const priceOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Returns the facts as the content of a page. @param no number of the page: its sentences differ from others'. */
export const factsHtml = (facts: PageFacts, no: number): string => {
  const { priceCents, stock, eventDay, release, sentence, items, guide, metres } = facts
  const about = Array.from(
    { length: 5 },
    (_, at) =>
      `<p>Berth ${no * 10 + at} lies on the ${['north', 'south', 'east'][at % 3]} side and has water and light for boats that stay over night.</p>`,
  ).join('')
  return `${about}<p>A berth costs ${priceOf(priceCents)} euros a night.</p>
<p>In stock: ${stock} pieces.</p><p>The next open day is on ${eventDay} June 2027.</p>
<p>The current release is version 4.${release}.</p><p>${sentences[sentence]}</p>
<p>On sale:</p><ul>${items.map((item) => `<li>New ${item}</li>`).join('')}</ul>
<p>All about it in the <a href="/guide/${guide}">guide of the harbour</a>.</p>
<table><tr><th>Berth</th><th>Length</th></tr><tr><td>${no}</td><td>${metres} metres</td></tr></table>`
}
