/** Lists of the same make below headings of their own: a menu in courses, a programme in days. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { Bag, entryOf, itemBag, rawOf, rowBag, type Thing } from './values/bag.ts'

interface Section {
  heading: string
  /** What lists that belong together have in common. */
  make: string
  things: Thing[]
}

/** @returns the sections of each make that occurs below more than one heading, each as a thing that has things in it. */
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
    // The lists of all sections may be given as one, below the first heading.
    if (twin === -1) same.push(section)
    else if (section.things.length < (same[twin]?.things.length ?? 0)) same[twin] = section
  }
  return [...byMake.values()].filter((same) => same.length > 1).map((same) => same.map(sectionBag))
}

const headingNames = ['name', 'title', 'section', 'heading', 'category', 'group', 'day', 'date', 'type', 'label']

const sectionBag = ({ heading, things }: Section): Bag =>
  new Bag('siblings', [], null, () => headingNames.map((name) => entryOf(name, [rawOf(heading, 'siblings')])), things)
