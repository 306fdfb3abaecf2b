/** Finds lists of the same kind below different headings: a menu by course, a programme by day. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { Bag, entryOf, itemBag, rawOf, rowBag, type Thing } from './values/bag.ts'

interface Section {
  heading: string
  /** Key that lists of the same kind have in common. */
  make: string
  things: Thing[]
}

/**
 * Groups sections by kind. @returns those of each kind that occurs below more than one heading, each as a thing with
 * parts.
 */
export function sectionsOf({ groups, tables }: StructuredFacts): Bag[][] {
  const sections: Section[] = [
    ...groups.map(({ heading, names, items }) => ({
      heading: heading ?? '',
      make: names.join(' '),
      things: items.map((item) => ({ bag: itemBag(item), item })),
    })),
    ...tables.map(({ caption, heading, header, rows }) => ({
      heading: caption ?? heading ?? '',
      make: `table ${header.join(' ')}`,
      things: rows.map((row) => ({ bag: rowBag(header, row), item: null })),
    })),
  ]
  const byMake = new Map<string, Section[]>()
  for (const section of sections) {
    if (section.heading === '') continue
    const same = byMake.get(section.make) ?? []
    byMake.set(section.make, same)
    const twin = same.findIndex(({ heading }) => heading === section.heading)
    // One group may contain the lists of all sections, below the first heading; the smaller one is kept.
    if (twin === -1) same.push(section)
    else if (section.things.length < (same[twin]?.things.length ?? 0)) same[twin] = section
  }
  return [...byMake.values()].filter((same) => same.length > 1).map((same) => same.map(sectionBag))
}

const headingNames = ['name', 'title', 'section', 'heading', 'category', 'group', 'day', 'date', 'type', 'label']

const sectionBag = ({ heading, things }: Section): Bag =>
  new Bag('siblings', [], null, () => headingNames.map((name) => entryOf(name, [rawOf(heading, 'siblings')])), things)
