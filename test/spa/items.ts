/** The content of the applications: items with a name and a few sentences each. */

export interface Item {
  id: number
  name: string
  text: string
}

const adjectives = ['amber', 'brittle', 'copper', 'distant', 'early', 'faint', 'gentle', 'hollow', 'ivory', 'jagged']
const nouns = ['anchor', 'bridge', 'compass', 'ditch', 'engine', 'furnace', 'gate', 'harbour', 'island', 'jetty']

/** Returns the item of an id, always the same one. */
export function itemOf(id: number): Item {
  const name = `${adjectives[id % 10]} ${nouns[Math.floor(id / 10) % 10]} ${id}`
  const text =
    `The ${name} stands where the river turns. Nobody has measured it since the flood of 19${10 + (id % 80)}, ` +
    `and what was written down about it then fills page ${id * 7 + 3} of the survey. ` +
    `Whoever comes to see it takes the path behind the mill and waits for low water.`
  return { id, name, text }
}

export const itemsOf = (count: number): Item[] => Array.from({ length: count }, (_, at) => itemOf(at + 1))
